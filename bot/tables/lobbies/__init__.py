"""Tables before their match starts: opening, joining, inviting, starting, rematches, practice."""
