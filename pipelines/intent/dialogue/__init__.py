"""What a message means in its conversation: a whole sentence, said with what came before."""
