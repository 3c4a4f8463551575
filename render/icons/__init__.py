"""Small pictures for buttons and sentences, drawn to be told apart at 20 pixels."""
