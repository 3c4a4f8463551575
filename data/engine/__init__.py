"""The database: opening it, transactions, migrations, backups and its health."""
