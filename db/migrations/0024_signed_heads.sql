-- The head of an audit chain is signed with a key that is not in the database, so that a chain that was made anew there is told apart.
alter table audit_chain add column sign varchar(64);
