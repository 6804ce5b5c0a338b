"""What is added to answers on their way out: links, compression, CORS and notices of deprecation."""
