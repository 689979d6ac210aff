-- The register: live rows (fbf, cbf, jtcy, dk, jzd, jzx), book versions with their snapshots, and every version of each (…_v).

create table "fbf" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "fbfbm" varchar(14) collate "C",
  "fbfmc" varchar(50),
  "fbfmcIx" text[],
  "tyshxydm" varchar(18),
  "syqxz" varchar(40),
  "fbffzrxm" varchar(50),
  "fbffzrxmIx" text[],
  "fzrzjlx" varchar(40),
  "fzrzjhm" varchar(30),
  "lxdh" varchar(20),
  "fbfdz" varchar(100),
  "yzbm" varchar(6),
  "fbfdcy" varchar(254),
  "fbfdcrq" date,
  "fbfdcjs" text,
  "zt" varchar(40),
  primary key ("countyCode", id)
);
comment on table "fbf" is '@dist 发包方';
create unique index "fbf_fbfbm_key" on "fbf" ("countyCode", "tenantId", "fbfbm");
create index "fbf_region" on "fbf" ("tenantId", "regionCode", id);
create index "fbf_fbfmc_ix" on "fbf" using gin ("fbfmcIx");
create index "fbf_fbffzrxm_ix" on "fbf" using gin ("fbffzrxmIx");
create table "fbf_v" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "fbfbm" varchar(14) collate "C",
  "fbfmc" varchar(50),
  "fbfmcIx" text[],
  "tyshxydm" varchar(18),
  "syqxz" varchar(40),
  "fbffzrxm" varchar(50),
  "fbffzrxmIx" text[],
  "fzrzjlx" varchar(40),
  "fzrzjhm" varchar(30),
  "lxdh" varchar(20),
  "fbfdz" varchar(100),
  "yzbm" varchar(6),
  "fbfdcy" varchar(254),
  "fbfdcrq" date,
  "fbfdcjs" text,
  "zt" varchar(40),
  "validFrom" timestamptz not null,
  "validTo" timestamptz not null,
  "byBusinessId" bigint,
  primary key ("countyCode", id, rev)
);
comment on table "fbf_v" is '@dist 发包方（版本）';
create index "fbf_v_region" on "fbf_v" ("tenantId", "regionCode", id, "validFrom");
call protect('fbf', 'tenant', true);
call protect('fbf_v', 'tenant', true);

create table "cbf" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "fbfbm" varchar(14) collate "C",
  "cbfbm" varchar(18) collate "C",
  "cbfmc" varchar(50),
  "cbfmcIx" text[],
  "cbflx" varchar(40),
  "cbfzjlx" varchar(40),
  "cbfzjhm" varchar(20),
  "cbfdz" varchar(100),
  "lxdh" varchar(20),
  "yzbm" varchar(6),
  "cbfcysl" integer,
  "cbfs" varchar(40),
  "cbqx" integer,
  "cbqxq" date,
  "cbqxz" date,
  "cbjyqzbm" varchar(19) collate "C",
  "djsj" date,
  "zxyylx" varchar(40),
  "htzmjm" numeric(15,2),
  "cbdkzs" integer,
  "cbfdcrq" date,
  "cbfdcy" varchar(50),
  "cbfdcjs" text,
  "gsjs" varchar(254),
  "gsjsr" varchar(50),
  "gsshrq" date,
  "gsshr" varchar(50),
  "djzt" varchar(40),
  "lzzt" varchar(40),
  "dyzt" varchar(40),
  "yyzt" varchar(40),
  "zt" varchar(40),
  primary key ("countyCode", id)
);
comment on table "cbf" is '@dist 承包方';
create index "cbf_region" on "cbf" ("tenantId", "regionCode", id);
create index "cbf_cbfmc_ix" on "cbf" using gin ("cbfmcIx");
create table "cbf_v" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "fbfbm" varchar(14) collate "C",
  "cbfbm" varchar(18) collate "C",
  "cbfmc" varchar(50),
  "cbfmcIx" text[],
  "cbflx" varchar(40),
  "cbfzjlx" varchar(40),
  "cbfzjhm" varchar(20),
  "cbfdz" varchar(100),
  "lxdh" varchar(20),
  "yzbm" varchar(6),
  "cbfcysl" integer,
  "cbfs" varchar(40),
  "cbqx" integer,
  "cbqxq" date,
  "cbqxz" date,
  "cbjyqzbm" varchar(19) collate "C",
  "djsj" date,
  "zxyylx" varchar(40),
  "htzmjm" numeric(15,2),
  "cbdkzs" integer,
  "cbfdcrq" date,
  "cbfdcy" varchar(50),
  "cbfdcjs" text,
  "gsjs" varchar(254),
  "gsjsr" varchar(50),
  "gsshrq" date,
  "gsshr" varchar(50),
  "djzt" varchar(40),
  "lzzt" varchar(40),
  "dyzt" varchar(40),
  "yyzt" varchar(40),
  "zt" varchar(40),
  "validFrom" timestamptz not null,
  "validTo" timestamptz not null,
  "byBusinessId" bigint,
  primary key ("countyCode", id, rev)
);
comment on table "cbf_v" is '@dist 承包方（版本）';
create index "cbf_v_region" on "cbf_v" ("tenantId", "regionCode", id, "validFrom");
call protect('cbf', 'tenant', true);
call protect('cbf_v', 'tenant', true);

create table "jtcy" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "cbfId" bigint,
  "cbfbm" varchar(18) collate "C",
  "sort" integer,
  "cyxm" varchar(50),
  "cyxmIx" text[],
  "cyxb" varchar(40),
  "yhzgx" varchar(40),
  "cyzjlx" varchar(40),
  "cyzjhm" varchar(20),
  "sfgyr" varchar(40),
  "cybz" varchar(40),
  "cybzsm" varchar(254),
  primary key ("countyCode", id)
);
comment on table "jtcy" is '@dist 家庭成员';
create index "jtcy_region" on "jtcy" ("tenantId", "regionCode", id);
create index "jtcy_cyxm_ix" on "jtcy" using gin ("cyxmIx");
create table "jtcy_v" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "cbfId" bigint,
  "cbfbm" varchar(18) collate "C",
  "sort" integer,
  "cyxm" varchar(50),
  "cyxmIx" text[],
  "cyxb" varchar(40),
  "yhzgx" varchar(40),
  "cyzjlx" varchar(40),
  "cyzjhm" varchar(20),
  "sfgyr" varchar(40),
  "cybz" varchar(40),
  "cybzsm" varchar(254),
  "validFrom" timestamptz not null,
  "validTo" timestamptz not null,
  "byBusinessId" bigint,
  primary key ("countyCode", id, rev)
);
comment on table "jtcy_v" is '@dist 家庭成员（版本）';
create index "jtcy_v_region" on "jtcy_v" ("tenantId", "regionCode", id, "validFrom");
call protect('jtcy', 'tenant', true);
call protect('jtcy_v', 'tenant', true);

create table "dk" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "fbfbm" varchar(14) collate "C",
  "bsm" varchar(10),
  "ysdm" varchar(6),
  "dkbm" varchar(19) collate "C",
  "dkmc" varchar(50),
  "dkmcIx" text[],
  "syqxz" varchar(40),
  "dklb" varchar(40),
  "tdlylx" varchar(40),
  "dldj" varchar(40),
  "tdyt" varchar(40),
  "sfjbnt" varchar(40),
  "cbfbm" varchar(18) collate "C",
  "cbfmc" varchar(50),
  "cbfmcIx" text[],
  "scmj" numeric(15,2),
  "scmjm" numeric(15,2),
  "qqmjm" numeric(15,2),
  "yhtmjm" numeric(15,2),
  "dkdz" varchar(50),
  "dkxz" varchar(50),
  "dknz" varchar(50),
  "dkbz" varchar(50),
  "zjrxm" varchar(100),
  "kjzb" varchar(254),
  "geom" geometry(Geometry,4326),
  "dkbzxx" varchar(254),
  "sfqqqg" varchar(40),
  "djzt" varchar(40),
  "lzzt" varchar(40),
  "dyzt" varchar(40),
  "yyzt" varchar(40),
  "zt" varchar(40),
  "sjly" varchar(40),
  "ydkbm" jsonb,
  primary key ("countyCode", id)
);
comment on table "dk" is '@dist 地块';
create index "dk_region" on "dk" ("tenantId", "regionCode", id);
create index "dk_dkmc_ix" on "dk" using gin ("dkmcIx");
create index "dk_cbfmc_ix" on "dk" using gin ("cbfmcIx");
create index "dk_geom_gist" on "dk" using gist ("geom");
create table "dk_v" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "fbfbm" varchar(14) collate "C",
  "bsm" varchar(10),
  "ysdm" varchar(6),
  "dkbm" varchar(19) collate "C",
  "dkmc" varchar(50),
  "dkmcIx" text[],
  "syqxz" varchar(40),
  "dklb" varchar(40),
  "tdlylx" varchar(40),
  "dldj" varchar(40),
  "tdyt" varchar(40),
  "sfjbnt" varchar(40),
  "cbfbm" varchar(18) collate "C",
  "cbfmc" varchar(50),
  "cbfmcIx" text[],
  "scmj" numeric(15,2),
  "scmjm" numeric(15,2),
  "qqmjm" numeric(15,2),
  "yhtmjm" numeric(15,2),
  "dkdz" varchar(50),
  "dkxz" varchar(50),
  "dknz" varchar(50),
  "dkbz" varchar(50),
  "zjrxm" varchar(100),
  "kjzb" varchar(254),
  "geom" geometry(Geometry,4326),
  "dkbzxx" varchar(254),
  "sfqqqg" varchar(40),
  "djzt" varchar(40),
  "lzzt" varchar(40),
  "dyzt" varchar(40),
  "yyzt" varchar(40),
  "zt" varchar(40),
  "sjly" varchar(40),
  "ydkbm" jsonb,
  "validFrom" timestamptz not null,
  "validTo" timestamptz not null,
  "byBusinessId" bigint,
  primary key ("countyCode", id, rev)
);
comment on table "dk_v" is '@dist 地块（版本）';
create index "dk_v_region" on "dk_v" ("tenantId", "regionCode", id, "validFrom");
call protect('dk', 'tenant', true);
call protect('dk_v', 'tenant', true);

create table "jzd" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "fbfbm" varchar(14) collate "C",
  "bsm" varchar(10),
  "jzdh" varchar(10),
  "jzdxh" integer,
  "jzdlx" varchar(40),
  "jblx" varchar(40),
  "xzbz" varchar(16),
  "yzbz" varchar(16),
  "dkbm" varchar(254),
  primary key ("countyCode", id)
);
comment on table "jzd" is '@dist 界址点';
create index "jzd_region" on "jzd" ("tenantId", "regionCode", id);
call protect('jzd', 'tenant');

create table "jzx" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "fbfbm" varchar(14) collate "C",
  "bsm" varchar(10),
  "jzxh" varchar(10),
  "qjzdh" varchar(10),
  "zjzdh" varchar(10),
  "jxxz" varchar(40),
  "jzxlb" varchar(40),
  "jzxwz" varchar(40),
  "jzxsm" varchar(254),
  "pldwqlr" varchar(100),
  "pldwzjr" varchar(100),
  "dkbm" varchar(254),
  "lines" jsonb,
  primary key ("countyCode", id)
);
comment on table "jzx" is '@dist 界址线';
create index "jzx_region" on "jzx" ("tenantId", "regionCode", id);
call protect('jzx', 'tenant');

create table "dk_jz" (
  "countyCode" varchar(6) collate "C" not null,
  "id" bigint not null,
  "tenantId" varchar(12) collate "C" not null,
  "createUser" bigint not null,
  "createTime" timestamptz not null,
  "updateUser" bigint not null,
  "updateTime" timestamptz not null,
  "rev" integer not null,
  "regionCode" varchar(14) collate "C" not null,
  "dkbm" varchar(19) collate "C",
  "kind" varchar(1),
  "jzId" bigint,
  primary key ("countyCode", id)
);
comment on table "dk_jz" is '@dist 地块界址关系';
create index "dk_jz_region" on "dk_jz" ("tenantId", "regionCode", id);
call protect('dk_jz', 'tenant');

create table "djb" (
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
  "version" integer,
  "qszt" varchar(40),
  "cbfbm" varchar(18) collate "C",
  "cbfmc" varchar(50),
  "cbfmcIx" text[],
  "cbfzjhm" varchar(20),
  "fbfbm" varchar(14) collate "C",
  "fbfmc" varchar(50),
  "cbfs" varchar(40),
  "cbqx" varchar(30),
  "cbqxq" date,
  "cbqxz" date,
  "htzmjm" numeric(15,2),
  "htzmj" numeric(15,2),
  "cbdkzs" integer,
  "cbfcysl" integer,
  "djlx" varchar(40),
  "djxl" varchar(40),
  "djsj" date,
  "dbr" varchar(50),
  "cbjyqzlsh" varchar(254),
  "djbfj" varchar(254),
  "ycbjyqzbh" varchar(100),
  "dksyt" varchar(254),
  "businessId" bigint,
  "endTime" date,
  "endReason" varchar(200),
  "endBusinessId" bigint,
  "dyzt" varchar(40),
  "yyzt" varchar(40),
  "lzzt" varchar(40),
  "printCount" integer,
  primary key ("countyCode", id)
);
comment on table "djb" is '@dist 登记簿';
create index "djb_region" on "djb" ("tenantId", "regionCode", id);
create index "djb_cbfmc_ix" on "djb" using gin ("cbfmcIx");
create table "djb_v" (
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
  "version" integer,
  "qszt" varchar(40),
  "cbfbm" varchar(18) collate "C",
  "cbfmc" varchar(50),
  "cbfmcIx" text[],
  "cbfzjhm" varchar(20),
  "fbfbm" varchar(14) collate "C",
  "fbfmc" varchar(50),
  "cbfs" varchar(40),
  "cbqx" varchar(30),
  "cbqxq" date,
  "cbqxz" date,
  "htzmjm" numeric(15,2),
  "htzmj" numeric(15,2),
  "cbdkzs" integer,
  "cbfcysl" integer,
  "djlx" varchar(40),
  "djxl" varchar(40),
  "djsj" date,
  "dbr" varchar(50),
  "cbjyqzlsh" varchar(254),
  "djbfj" varchar(254),
  "ycbjyqzbh" varchar(100),
  "dksyt" varchar(254),
  "businessId" bigint,
  "endTime" date,
  "endReason" varchar(200),
  "endBusinessId" bigint,
  "dyzt" varchar(40),
  "yyzt" varchar(40),
  "lzzt" varchar(40),
  "printCount" integer,
  "validFrom" timestamptz not null,
  "validTo" timestamptz not null,
  "byBusinessId" bigint,
  primary key ("countyCode", id, rev)
);
comment on table "djb_v" is '@dist 登记簿（版本）';
create index "djb_v_region" on "djb_v" ("tenantId", "regionCode", id, "validFrom");
call protect('djb', 'tenant', true);
call protect('djb_v', 'tenant', true);

create table "djb_cbf" (
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
  "cbfbm" varchar(18),
  "cbflx" varchar(40),
  "cbfmc" varchar(50),
  "cbfzjlx" varchar(40),
  "cbfzjhm" varchar(20),
  "cbfdz" varchar(100),
  "yzbm" varchar(6),
  "lxdh" varchar(20),
  primary key ("countyCode", id)
);
comment on table "djb_cbf" is '@dist 登记簿承包方';
create index "djb_cbf_region" on "djb_cbf" ("tenantId", "regionCode", id);
call protect('djb_cbf', 'tenant');

create table "djb_jtcy" (
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
  "sort" integer,
  "cyxm" varchar(50),
  "cyxb" varchar(40),
  "yhzgx" varchar(40),
  "cyzjlx" varchar(40),
  "cyzjhm" varchar(20),
  "sfgyr" varchar(40),
  "cybz" varchar(40),
  "cybzsm" varchar(254),
  primary key ("countyCode", id)
);
comment on table "djb_jtcy" is '@dist 登记簿共有人';
create index "djb_jtcy_region" on "djb_jtcy" ("tenantId", "regionCode", id);
call protect('djb_jtcy', 'tenant');

create table "djb_lineage" (
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
  "prevDjbId" bigint,
  "djxl" varchar(40),
  "businessId" bigint,
  primary key ("countyCode", id)
);
comment on table "djb_lineage" is '@dist 登记簿沿革';
create index "djb_lineage_region" on "djb_lineage" ("tenantId", "regionCode", id);
call protect('djb_lineage', 'tenant');

create table "cbht" (
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
  "cbhtbm" varchar(19) collate "C",
  "version" integer,
  "qszt" varchar(40),
  "htxlh" varchar(16) collate "C",
  "cbfbm" varchar(18) collate "C",
  "cbfmc" varchar(50),
  "cbfmcIx" text[],
  "cbfzjhm" varchar(20),
  "fbfbm" varchar(14) collate "C",
  "fbfmc" varchar(50),
  "ycbhtbm" varchar(19),
  "cbfs" varchar(40),
  "cbqx" integer,
  "cbqxq" date,
  "cbqxz" date,
  "qdsj" date,
  "htzmjm" numeric(15,2),
  "htzmj" numeric(15,2),
  "yhtzmjm" numeric(15,2),
  "yhtzmj" numeric(15,2),
  "cbdkzs" integer,
  "htlx" varchar(40),
  "signStatus" varchar(40),
  "signWay" varchar(40),
  "attachId" bigint,
  "fileHash" varchar(64),
  primary key ("countyCode", id)
);
comment on table "cbht" is '@dist 承包合同';
create index "cbht_region" on "cbht" ("tenantId", "regionCode", id);
create index "cbht_cbfmc_ix" on "cbht" using gin ("cbfmcIx");
create table "cbht_v" (
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
  "cbhtbm" varchar(19) collate "C",
  "version" integer,
  "qszt" varchar(40),
  "htxlh" varchar(16) collate "C",
  "cbfbm" varchar(18) collate "C",
  "cbfmc" varchar(50),
  "cbfmcIx" text[],
  "cbfzjhm" varchar(20),
  "fbfbm" varchar(14) collate "C",
  "fbfmc" varchar(50),
  "ycbhtbm" varchar(19),
  "cbfs" varchar(40),
  "cbqx" integer,
  "cbqxq" date,
  "cbqxz" date,
  "qdsj" date,
  "htzmjm" numeric(15,2),
  "htzmj" numeric(15,2),
  "yhtzmjm" numeric(15,2),
  "yhtzmj" numeric(15,2),
  "cbdkzs" integer,
  "htlx" varchar(40),
  "signStatus" varchar(40),
  "signWay" varchar(40),
  "attachId" bigint,
  "fileHash" varchar(64),
  "validFrom" timestamptz not null,
  "validTo" timestamptz not null,
  "byBusinessId" bigint,
  primary key ("countyCode", id, rev)
);
comment on table "cbht_v" is '@dist 承包合同（版本）';
create index "cbht_v_region" on "cbht_v" ("tenantId", "regionCode", id, "validFrom");
call protect('cbht', 'tenant', true);
call protect('cbht_v', 'tenant', true);

create table "cbdkxx" (
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
  "dkId" bigint,
  "qszt" varchar(40),
  "dkbm" varchar(19) collate "C",
  "dkmc" varchar(50),
  "cbfbm" varchar(18) collate "C",
  "fbfbm" varchar(14),
  "cbhtbm" varchar(19) collate "C",
  "cbjyqqdfs" varchar(40),
  "htmjm" numeric(15,2),
  "htmj" numeric(15,2),
  "yhtmjm" numeric(15,2),
  "yhtmj" numeric(15,2),
  "scmjm" numeric(15,2),
  "scmj" numeric(15,2),
  "sfqqqg" varchar(40),
  "lzhtbm" varchar(18),
  primary key ("countyCode", id)
);
comment on table "cbdkxx" is '@dist 承包地块';
create index "cbdkxx_region" on "cbdkxx" ("tenantId", "regionCode", id);
create table "cbdkxx_v" (
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
  "dkId" bigint,
  "qszt" varchar(40),
  "dkbm" varchar(19) collate "C",
  "dkmc" varchar(50),
  "cbfbm" varchar(18) collate "C",
  "fbfbm" varchar(14),
  "cbhtbm" varchar(19) collate "C",
  "cbjyqqdfs" varchar(40),
  "htmjm" numeric(15,2),
  "htmj" numeric(15,2),
  "yhtmjm" numeric(15,2),
  "yhtmj" numeric(15,2),
  "scmjm" numeric(15,2),
  "scmj" numeric(15,2),
  "sfqqqg" varchar(40),
  "lzhtbm" varchar(18),
  "validFrom" timestamptz not null,
  "validTo" timestamptz not null,
  "byBusinessId" bigint,
  primary key ("countyCode", id, rev)
);
comment on table "cbdkxx_v" is '@dist 承包地块（版本）';
create index "cbdkxx_v_region" on "cbdkxx_v" ("tenantId", "regionCode", id, "validFrom");
call protect('cbdkxx', 'tenant');
call protect('cbdkxx_v', 'tenant');

create table "cbjyqz" (
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
  "cbjyqzbm" varchar(19) collate "C",
  "cbjyqzlsh" varchar(254) collate "C",
  "cbfmc" varchar(50),
  "cbfmcIx" text[],
  "cbfdbzjhm" varchar(20),
  "sfbdcfz" varchar(40),
  "bznf" integer,
  "fzjg" varchar(50),
  "fzrq" date,
  "qzsflq" varchar(40),
  "qzlqrq" date,
  "qzlqrxm" varchar(50),
  "qzlqrzjlx" varchar(40),
  "qzlqrzjhm" varchar(20),
  "bdcqzh" varchar(100),
  "sfzx" smallint,
  "zt" varchar(40),
  primary key ("countyCode", id)
);
comment on table "cbjyqz" is '@dist 经营权证';
create index "cbjyqz_region" on "cbjyqz" ("tenantId", "regionCode", id);
create index "cbjyqz_cbfmc_ix" on "cbjyqz" using gin ("cbfmcIx");
create table "cbjyqz_v" (
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
  "cbjyqzbm" varchar(19) collate "C",
  "cbjyqzlsh" varchar(254) collate "C",
  "cbfmc" varchar(50),
  "cbfmcIx" text[],
  "cbfdbzjhm" varchar(20),
  "sfbdcfz" varchar(40),
  "bznf" integer,
  "fzjg" varchar(50),
  "fzrq" date,
  "qzsflq" varchar(40),
  "qzlqrq" date,
  "qzlqrxm" varchar(50),
  "qzlqrzjlx" varchar(40),
  "qzlqrzjhm" varchar(20),
  "bdcqzh" varchar(100),
  "sfzx" smallint,
  "zt" varchar(40),
  "validFrom" timestamptz not null,
  "validTo" timestamptz not null,
  "byBusinessId" bigint,
  primary key ("countyCode", id, rev)
);
comment on table "cbjyqz_v" is '@dist 经营权证（版本）';
create index "cbjyqz_v_region" on "cbjyqz_v" ("tenantId", "regionCode", id, "validFrom");
call protect('cbjyqz', 'tenant', true);
call protect('cbjyqz_v', 'tenant', true);

create table "cbjyqz_event" (
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
  "kind" varchar(40),
  "reason" varchar(200),
  "sjrq" date,
  "lqrq" date,
  "lqrxm" varchar(50),
  "lqrzjlx" varchar(40),
  "lqrzjhm" varchar(20),
  "businessId" bigint,
  primary key ("countyCode", id)
);
comment on table "cbjyqz_event" is '@dist 权证事件';
create index "cbjyqz_event_region" on "cbjyqz_event" ("tenantId", "regionCode", id);
call protect('cbjyqz_event', 'tenant');

-- Codes are unique among valid rows; a code outlives its versions (codes.md 1.8).
create unique index cbf_cbfbm_key on cbf ("countyCode", "tenantId", cbfbm) where zt = '1';
create unique index dk_dkbm_key on dk ("countyCode", "tenantId", dkbm) where zt = '1';
create unique index djb_current_key on djb ("countyCode", "tenantId", cbjyqzbm) where qszt = '1';
create unique index djb_version_key on djb ("countyCode", "tenantId", cbjyqzbm, version);
create unique index cbht_current_key on cbht ("countyCode", "tenantId", cbhtbm) where qszt = '1';
create unique index cbjyqz_current_key on cbjyqz ("countyCode", "tenantId", cbjyqzbm) where sfzx = 0;
-- a parcel is in one current contract, shares apart (I4)
create unique index cbdkxx_current_key on cbdkxx ("countyCode", "tenantId", dkbm) where qszt = '1' and sfqqqg = '2';
create unique index jzd_point_key on jzd ("countyCode", "tenantId", fbfbm, jzdh);

create index cbf_code on cbf ("tenantId", cbfbm, id);
create index cbf_fbfbm on cbf ("countyCode", "tenantId", fbfbm);
create index cbf_zjhm on cbf ("tenantId", cbfzjhm);
create index cbf_djzt on cbf ("tenantId", djzt, "regionCode", id);
create index jtcy_cbf on jtcy ("countyCode", "cbfId", sort);
create index jtcy_code on jtcy ("tenantId", cbfbm, sort);
create index jtcy_zjhm on jtcy ("tenantId", cyzjhm);
create index dk_code on dk ("tenantId", dkbm, id);
create index dk_fbfbm on dk ("countyCode", "tenantId", fbfbm);
create index dk_cbfbm on dk ("countyCode", "tenantId", cbfbm);
create index dk_djzt on dk ("tenantId", djzt, "regionCode", id);
create index jzd_fbfbm on jzd ("tenantId", fbfbm, jzdxh);
create index jzx_fbfbm on jzx ("tenantId", fbfbm, jzxh);
create index dk_jz_dkbm on dk_jz ("countyCode", "tenantId", dkbm, kind, "jzId");
create index djb_code on djb ("tenantId", cbjyqzbm, version, id);
create index djb_cbfbm on djb ("countyCode", "tenantId", cbfbm);
create index djb_cbf_djb on djb_cbf ("countyCode", "djbId");
create index djb_jtcy_djb on djb_jtcy ("countyCode", "djbId", sort);
create index djb_lineage_djb on djb_lineage ("countyCode", "djbId");
create index djb_lineage_prev on djb_lineage ("countyCode", "prevDjbId");
create index cbht_code on cbht ("tenantId", cbhtbm, version, id);
create index cbht_djb on cbht ("countyCode", "djbId");
create index cbht_cbfbm on cbht ("countyCode", "tenantId", cbfbm);
create index cbdkxx_djb on cbdkxx ("countyCode", "djbId");
create index cbdkxx_cbhtbm on cbdkxx ("tenantId", cbhtbm, dkbm);
create index cbjyqz_djb on cbjyqz ("countyCode", "djbId");
create index cbjyqz_code on cbjyqz ("tenantId", cbjyqzbm, id);

alter table dk add constraint dk_geom_valid check (geom is null or ST_IsValid(geom));
alter table dk add constraint dk_codes check (left(fbfbm, 6) = "countyCode");
alter table cbf add constraint cbf_codes check (left(cbfbm, 6) = "countyCode");
alter table fbf add constraint fbf_codes check (left(fbfbm, 6) = "countyCode");
alter table jtcy add constraint jtcy_cbf_fk foreign key ("countyCode", "cbfId") references cbf ("countyCode", id) deferrable initially deferred;
alter table cbdkxx add constraint cbdkxx_djb_fk foreign key ("countyCode", "djbId") references djb ("countyCode", id) deferrable initially deferred;
alter table cbdkxx add constraint cbdkxx_dk_fk foreign key ("countyCode", "dkId") references dk ("countyCode", id) deferrable initially deferred;
alter table cbht add constraint cbht_djb_fk foreign key ("countyCode", "djbId") references djb ("countyCode", id) deferrable initially deferred;
alter table cbjyqz add constraint cbjyqz_djb_fk foreign key ("countyCode", "djbId") references djb ("countyCode", id) deferrable initially deferred;
