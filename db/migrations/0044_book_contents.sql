-- What a registered book says, word for word, beside its rows: one text a version and edition, its SHA-256 in the book and in the audit log. Books that
-- are here already get theirs from a job (what they are made of is no work for SQL); the small index finds those without.
create table "djb_content" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "djbId" bigint,
  "edition" integer,
  "batchId" bigint,
  "sha256" varchar(64),
  "text" text,
  primary key ("countyCode", id)
);
comment on table "djb_content" is '@dist 登记簿内容';
create unique index "djb_content_djbId_edition_key" on "djb_content" ("countyCode", "tenantId", "djbId", "edition");
create index "djb_content_region" on "djb_content" ("tenantId", "regionCode", id);
call protect('djb_content', 'tenant');

alter table djb add column "contentHash" varchar(64);
alter table djb_v add column "contentHash" varchar(64);
create index djb_unfrozen on djb ("tenantId", "regionCode", id) include ("countyCode") where "contentHash" is null;
