-- What people brought in workbooks: the batch, and each row with what it said, what was wrong with it and what became of it.
-- The work itself is a row of the queue.
create table import_batch (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "endTime" timestamptz,
  "entity" varchar(60) collate "C" not null,
  -- template whose columns the sheet has
  "tplId" bigint,
  "fileName" varchar(255) not null,
  -- name in the store, until the file is read
  "fileId" varchar(64) collate "C",
  "lang" varchar(2) not null,
  -- columns of the sheet: [{at, title, field}]
  "heads" jsonb not null default '[]',
  "status" varchar(20) collate "C" not null default 'reading'
    check ("status" in ('reading', 'ready', 'writing', 'written', 'withdrawing', 'withdrawn', 'failed')),
  "total" integer not null default 0,
  "fresh" integer not null default 0,
  "changed" integer not null default 0,
  "same" integer not null default 0,
  "wrong" integer not null default 0,
  "done" integer not null default 0,
  "failReason" varchar(1000) not null default '',
  "jobId" bigint,
  primary key (id)
);
comment on table "import_batch" is '@local 导入批次';
create index import_batch_mine on import_batch ("tenantId", "createUser", id desc);
create index import_batch_open on import_batch (id) where "status" in ('reading', 'writing', 'withdrawing');
create index import_batch_age on import_batch ("createTime");
call protect('import_batch', 'tenant');

create table import_row (
  "tenantId" varchar(12) collate "C" not null,
  "batchId" bigint not null references import_batch (id) on delete cascade,
  -- row of the sheet, from 1; the headings are 1
  "no" integer not null,
  "state" varchar(10) collate "C" not null check ("state" in ('new', 'change', 'same', 'wrong')),
  -- texts of the cells by field
  "cells" jsonb not null,
  -- sentences by field, '' = the row: {zh, en}
  "faults" jsonb not null default '{}',
  -- by field: {from, to, was}
  "changes" jsonb not null default '{}',
  -- the row of the register, and how often it had been changed when it was compared
  "targetId" bigint,
  "targetRev" integer,
  "chosen" smallint not null default 0,
  "outcome" varchar(10) collate "C" not null default '' check ("outcome" in ('', 'done', 'failed', 'withdrawn')),
  -- how often the row had been changed after the import wrote it
  "writtenRev" integer,
  primary key ("batchId", "no")
);
comment on table "import_row" is '@local 导入行';
create index import_row_state on import_row ("batchId", "state", "no");
call protect('import_row', 'tenant');
