"""Cards in plain English: effects, needs and modifiers, as phrases, sentences and whole texts."""
