-- What a view must have is asked where it is written, as of every table of a definition.
alter table list_view alter column list drop not null, alter column title drop not null, alter column kind drop not null, alter column "userId" drop not null;
