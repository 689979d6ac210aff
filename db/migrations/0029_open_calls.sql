-- Calls of authorised applications: evaluations of finished businesses, and the nonces of the last minutes.
create table "appraisal" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "businessCode" varchar(20) collate "C",
  "businessTypeCode" varchar(40),
  "score" integer,
  "tags" varchar(200),
  "content" varchar(500),
  "appraiser" varchar(50),
  "appraiseTime" timestamptz,
  primary key ("countyCode", id)
);
comment on table "appraisal" is '@dist 好差评';
create unique index "appraisal_businessCode_key" on "appraisal" ("countyCode", "tenantId", "businessCode");
create index "appraisal_region" on "appraisal" ("tenantId", "regionCode", "businessCode", id);
create index "appraisal_score" on "appraisal" ("tenantId", score, "regionCode", id);
create index "appraisal_time" on "appraisal" ("tenantId", "appraiseTime", "regionCode", id);
call protect('appraisal', 'tenant');

create table open_nonce (
  "tenantId" varchar(12) collate "C" not null,
  "appId" varchar(16) collate "C" not null,
  nonce varchar(64) collate "C" not null,
  time timestamptz not null,
  primary key ("tenantId", "appId", nonce)
);
comment on table open_nonce is '@ref 开放接口随机串';
call protect('open_nonce', 'tenant');
