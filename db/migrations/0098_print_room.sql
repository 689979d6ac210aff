-- The print room: jobs that print forms of many households, and who printed what of whom when.
create table "print_job" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "title" varchar(200),
  "forms" varchar(400),
  "packing" varchar(40),
  "duplex" smallint,
  "status" varchar(40),
  "total" integer,
  "done" integer,
  "pages" integer,
  "sheets" integer,
  "left" integer,
  "reason" varchar(254),
  "printer" varchar(50),
  "endTime" timestamptz,
  "ofId" bigint,
  "households" jsonb,
  "unprinted" jsonb,
  "fileId" varchar(200),
  "jobId" varchar(19),
  "failReason" varchar(500),
  primary key ("countyCode", id)
);
comment on table "print_job" is '@dist 打印任务';
create index "print_job_region" on "print_job" ("tenantId", "regionCode", id);
create index "print_job_status" on "print_job" ("tenantId", "status", id);
call protect('print_job', 'tenant');

create table "print_record" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "printId" bigint,
  "code" varchar(18) collate "C",
  "name" varchar(100),
  "form" varchar(40),
  "pages" integer,
  "sha256" varchar(64),
  "printer" varchar(50),
  "reason" varchar(254),
  "printedTime" timestamptz,
  primary key ("countyCode", id)
);
comment on table "print_record" is '@dist 打印记录';
create unique index "print_record_printId_code_form_key" on "print_record" ("countyCode", "tenantId", "printId", "code", "form");
create index "print_record_region" on "print_record" ("tenantId", "regionCode", id);
create index "print_record_print" on "print_record" ("tenantId", "printId", id);
create index "print_record_code" on "print_record" ("tenantId", "code", id);
call protect('print_record', 'tenant');

