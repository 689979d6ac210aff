-- Work behind the scenes: the audit chain, delivery of the outbox, routines that run by the clock.

-- One chain a tenant, so that its own auditors can walk it. The head stands apart: rows cut off at the end are missed too.
create table audit_chain (
  "tenantId" varchar(12) collate "C" primary key,
  "chainSeq" bigint not null,
  hash varchar(64) not null,
  "updateTime" timestamptz not null
);
comment on table audit_chain is '@local 审计链头';
call protect('audit_chain', 'tenant');
revoke insert, update, delete on audit_chain from cpt_app;

alter table audit_event drop constraint "audit_event_chainSeq_key";
create unique index audit_event_chain on audit_event ("tenantId", "chainSeq") where "chainSeq" is not null;
create index audit_event_at on audit_event ("tenantId", at desc, id desc);
create index audit_event_user on audit_event ("tenantId", "userId", id desc);
-- the sequencer fills two columns; nothing else of the log is ever changed or removed by the product
revoke update, delete on audit_event from cpt_system;
grant update ("chainSeq", hash) on audit_event to cpt_system;

-- A delivery under way is lent to one server until `until`; a parked one waits for a person and holds back what follows under its key.
alter table outbox add column runner varchar(64), add column until timestamptz, add column "parkTime" timestamptz;
create index outbox_key on outbox ("tenantId", topic, key, id) where "doneTime" is null;

create table routine (
  name varchar(60) primary key,
  -- the due time that was last begun, yyyy-MM-dd HH:mm:ss in Asia/Shanghai
  slot varchar(19) collate "C" not null default '',
  status varchar(12) not null default 'idle' check (status in ('idle', 'running', 'done', 'failed')),
  runner varchar(64),
  until timestamptz,
  "startTime" timestamptz,
  "endTime" timestamptz,
  message varchar(1000) not null default ''
);
comment on table routine is '@local 定时任务';
call protect('routine', 'platform');
revoke insert, update, delete on routine from cpt_app;
-- its row is the turn of the audit sequencer: whoever locks it goes
insert into routine (name) values ('audit-chain');

create index job_finished on job ("endTime") where status in ('done', 'failed', 'cancelled');
