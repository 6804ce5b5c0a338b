"""What a record holds of people: texts that they wrote, which can be erased while every proof stays valid."""
