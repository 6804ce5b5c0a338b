"""What is stored about accounts besides their names, tokens and keys."""
