-- National submission packages (汇交包): what was uploaded, what the checks found, what the jobs did; source contracts and documents of books.

create table "hjb" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "name" varchar(100),
  "year" integer,
  "packageKind" varchar(40),
  "status" varchar(40),
  "fileName" varchar(255),
  "fileSize" varchar(20),
  "sha256" varchar(64),
  "errorCount" integer,
  "warnCount" integer,
  "hintCount" integer,
  "counts" jsonb,
  "jobLogId" bigint,
  "submitter" bigint,
  "auditor" bigint,
  "auditTime" varchar(19),
  "auditOpinion" varchar(500),
  primary key ("countyCode", id)
);
comment on table "hjb" is '@dist 汇交包';
create unique index "hjb_sha256_key" on "hjb" ("countyCode", "tenantId", "sha256");
create index "hjb_region" on "hjb" ("tenantId", "regionCode", id);
call protect('hjb', 'tenant');

create table "hjb_issue" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "infoId" bigint,
  "sort" integer,
  "rule" varchar(4),
  "severity" varchar(40),
  "layer" varchar(40),
  "object" varchar(100) collate "C",
  "field" varchar(60),
  "value" varchar(500),
  "message" varchar(1000),
  "lon" varchar(16),
  "lat" varchar(16),
  primary key ("countyCode", id)
);
comment on table "hjb_issue" is '@dist 检查结果';
create index "hjb_issue_region" on "hjb_issue" ("tenantId", "regionCode", id);
call protect('hjb_issue', 'tenant');

create table "hjb_log" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "infoId" bigint,
  "jobLogId" bigint,
  "stepCode" varchar(20),
  "resultCode" integer,
  "message" varchar(1000),
  "detail" jsonb,
  "startTime" varchar(19),
  "endTime" varchar(19),
  primary key ("countyCode", id)
);
comment on table "hjb_log" is '@dist 汇交日志';
create index "hjb_log_region" on "hjb_log" ("tenantId", "regionCode", id);
call protect('hjb_log', 'tenant');

create table "lzht" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "cbhtbm" varchar(19) collate "C",
  "lzhtbm" varchar(18) collate "C",
  "cbfbm" varchar(18) collate "C",
  "srfbm" varchar(18),
  "lzfs" varchar(40),
  "lzqx" varchar(10),
  "lzqxksrq" date,
  "lzqxjsrq" date,
  "lzmj" numeric(15,2),
  "lzmjm" numeric(15,2),
  "lzdks" integer,
  "lzqtdyt" varchar(40),
  "lzhtdyt" varchar(40),
  "lzjgsm" varchar(100),
  "htqdrq" date,
  primary key ("countyCode", id)
);
comment on table "lzht" is '@dist 流转合同';
create index "lzht_region" on "lzht" ("tenantId", "regionCode", id);
call protect('lzht', 'tenant');

create table "qslyzlfj" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "cbjyqzbm" varchar(19) collate "C",
  "zlfjbh" varchar(20),
  "zlfjmc" varchar(100),
  "zlfjrq" date,
  "fj" varchar(254),
  primary key ("countyCode", id)
);
comment on table "qslyzlfj" is '@dist 权属来源资料附件';
create index "qslyzlfj_region" on "qslyzlfj" ("tenantId", "regionCode", id);
call protect('qslyzlfj', 'tenant');

create index hjb_sha on hjb ("tenantId", sha256);
create index hjb_issue_info on hjb_issue ("countyCode", "infoId", sort);
create index hjb_log_info on hjb_log ("countyCode", "infoId", "endTime");
create index hjb_log_job on hjb_log ("tenantId", "jobLogId");
create unique index lzht_code_key on lzht ("countyCode", "tenantId", lzhtbm);
create index lzht_cbht on lzht ("countyCode", "tenantId", cbhtbm);
create index qslyzlfj_book on qslyzlfj ("countyCode", "tenantId", cbjyqzbm);
