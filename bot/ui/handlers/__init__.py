"""What a press, menu choice or submitted form does, one module per part of the bot."""
