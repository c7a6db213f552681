"""For plain programs. Generated from ludotheque_client/aio."""
