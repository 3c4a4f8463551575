"""Small pictures for buttons and sentences, drawn to be recognizable at 20 pixels."""
