-- Who signs contracts for an issuer and a certifying body, by region, kind of contract and node.
create table "signer_auth" (
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C",
  "contractType" varchar(40),
  "nodeCode" varchar(40),
  "nodeName" varchar(50),
  "signerName" varchar(50),
  "signerIdType" varchar(40),
  "signerIdCard" varchar(20),
  "signerPhone" varchar(11),
  "unitName" varchar(50),
  "signerAddress" varchar(100),
  "remark" varchar(254),
  primary key (id)
);
comment on table "signer_auth" is '@ref 签署代理人';
create unique index "signer_auth_regionCode_contractType_nodeCode_key" on "signer_auth" ("tenantId", "regionCode", "contractType", "nodeCode");
call protect('signer_auth', 'tenant');
