-- What people had exported: who asked, for what, how far it is, and where the file lies. The work itself is a row of the queue.
create table export_record (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "endTime" timestamptz,
  "fileName" varchar(255) not null,
  -- name in the store, once the file is whole
  "fileId" varchar(64) collate "C",
  "exportParams" jsonb not null,
  "type" varchar(60) collate "C" not null,
  "typeName" varchar(100) not null,
  -- percent of the rows that are written
  "progress" integer not null default 0,
  -- 0 queued, 1 exporting, 2 finished, 3 failed. Source: platform.md 4
  "status" integer not null default 0 check (status in (0, 1, 2, 3)),
  "failReason" varchar(1000) not null default '',
  "jobId" bigint,
  primary key (id)
);
comment on table "export_record" is '@local 导出记录';
create index export_record_mine on export_record ("tenantId", "createUser", id desc);
create unique index export_record_file on export_record ("fileId") where "fileId" is not null;
create index export_record_open on export_record (id) where status in (0, 1);
create index export_record_age on export_record ("createTime");
call protect('export_record', 'tenant');
