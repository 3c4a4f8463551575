"""What the Discord side says, as Texts, one module per subject."""
