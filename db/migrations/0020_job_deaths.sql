-- How often the server of a job died under it: told apart from its failures, so that one that kills its runner is set aside.
alter table job add column deaths smallint not null default 0;
