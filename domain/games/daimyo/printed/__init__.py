"""The printed parts of Daimyo: the vocabulary of cards and tiles, their content with its checks, and the options."""
