-- Who signs one contract in the place of a node's person has a letter for it: by whom, from when to when, for what, and the paper. It is found by its contract,
-- and by the digest of its paper, so that a household's letter serves one contract alone.
create table "sign_letter" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "contractId" bigint,
  "businessId" bigint,
  "nodeCode" varchar(40),
  "principalName" varchar(50),
  "agentName" varchar(50),
  "agentIdType" varchar(40),
  "agentIdCard" varchar(20),
  "agentPhone" varchar(11),
  "purpose" varchar(254),
  "fromDay" date,
  "toDay" date,
  "attachId" bigint,
  "fileHash" varchar(64),
  primary key ("countyCode", "id")
);
comment on table "sign_letter" is '@dist 签署授权委托书';
create index "sign_letter_region" on "sign_letter" ("tenantId", "regionCode", id);
create index sign_letter_contract on sign_letter ("tenantId", "contractId", id);
create index sign_letter_file on sign_letter ("countyCode", "fileHash");
call protect('sign_letter', 'tenant');
