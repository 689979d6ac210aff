-- Contracts are signed by phone: one flow for each start of a contract, one node for each of its signers. Of links and passes digests are kept. A signer's
-- link is found by its county and digest.
create table "sign_flow" (
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
  "cbhtbm" varchar(19),
  "state" varchar(10),
  "provider" varchar(10),
  "providerNo" varchar(64),
  "frozenHash" varchar(64),
  "fileName" varchar(120),
  "fileHash" varchar(64),
  "anchors" jsonb,
  primary key ("countyCode", "id")
);
comment on table "sign_flow" is '@dist 签署流程实例';
create index "sign_flow_region" on "sign_flow" ("tenantId", "regionCode", id);
create index sign_flow_contract on sign_flow ("tenantId", "contractId", id);
create index sign_flow_provider on sign_flow ("providerNo") where provider = 'outside';
call protect('sign_flow', 'tenant');

create table "sign_node" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "flowId" bigint,
  "contractId" bigint,
  "nodeSort" integer,
  "nodeCode" varchar(40),
  "signerName" varchar(50),
  "signerIdCard" varchar(20),
  "signerPhone" varchar(11),
  "state" varchar(10),
  "linkHash" varchar(64),
  "wrongIds" integer,
  "sends" integer,
  "sendTime" timestamptz,
  "codeId" varchar(19),
  "passHash" varchar(64),
  "passUntil" timestamptz,
  "readHash" varchar(64),
  "seal" varchar(120),
  "picture" varchar(120),
  "doneTime" timestamptz,
  "doneFrom" varchar(45),
  "reason" varchar(254),
  primary key ("countyCode", "id")
);
comment on table "sign_node" is '@dist 签署节点';
create index "sign_node_region" on "sign_node" ("tenantId", "regionCode", id);
create index sign_node_flow on sign_node ("countyCode", "tenantId", "flowId");
create index sign_node_link on sign_node ("countyCode", "linkHash") where "linkHash" is not null;
call protect('sign_node', 'tenant');
