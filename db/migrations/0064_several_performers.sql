-- A task may have several performers: all of them (candidateGroup holds the seats that are missing, signers the ids of who has agreed) or any one. A task
-- may be delegated for an opinion, which comes back to its owner. Assumes nothing: tasks that are open have one performer as before.
alter table process_task
  add column "signMode" varchar(4),
  add column signers varchar(700),
  add column owner bigint,
  add column "ownerName" varchar(50),
  add column "opinionUser" bigint,
  add column "opinionName" varchar(50),
  add column "opinionResult" varchar(12),
  add column opinion varchar(254);
create index process_task_signed on process_task using gin (string_to_array(signers, ',')) where signers is not null;
