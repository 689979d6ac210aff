-- Two clocks (docs/adr/0016): a live row says since which moment it is believed and since which day it is true, why and what caused it; <table>_v keeps only
-- what is closed in either clock. What databases of before are taken to mean: a version was recorded when it says and true from the day of that moment; the
-- first version of what books name is true from the earliest djsj of those books, a certificate from its issue; versions of no length, as two changes
-- within a second made them, were believed by nobody and go.

alter table "fbf" add column "validFrom" timestamptz, add column "regFrom" date, add column "why" varchar(12), add column "causeKind" varchar(12), add column "causeId" bigint;
alter table "fbf_v" rename column "byBusinessId" to "causeId";
alter table "fbf_v" add column "regFrom" date, add column "why" varchar(12), add column "causeKind" varchar(12), add column "regTo" date, add column "closedBy" bigint;
update "fbf" t set "validFrom" = t."updateTime";
update "fbf" t set "validFrom" = v."validFrom", "causeId" = v."causeId" from "fbf_v" v
  where v."countyCode" = t."countyCode" and v.id = t.id and v."validTo" > '9999-01-01';
update "fbf_v" v set "closedBy" = n."causeId" from "fbf_v" n where n."countyCode" = v."countyCode" and n.id = v.id and n.rev = v.rev + 1;
delete from "fbf_v" where "validTo" > '9999-01-01' or "validTo" <= "validFrom";
update "fbf" t set "regFrom" = case when x.rev = 1 then least(coalesce(f.d, (x."validFrom" at time zone 'Asia/Shanghai')::date), (x."validFrom" at time zone 'Asia/Shanghai')::date) else (x."validFrom" at time zone 'Asia/Shanghai')::date end, why = case when x.rev > 1 then 'change' when x."causeId" is null and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'new' end, "causeKind" = case when x."causeId" is not null then 'business' when x.rev = 1 and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'form' end
  from "fbf" x left join (select "countyCode", "tenantId", fbfbm as k, min(djsj) as d from djb group by 1, 2, 3) f on f."countyCode" = x."countyCode" and f."tenantId" = x."tenantId" and f.k = x.fbfbm
  where t."countyCode" = x."countyCode" and t.id = x.id and t.rev = x.rev;
update "fbf_v" t set "regFrom" = case when x.rev = 1 then least(coalesce(f.d, (x."validFrom" at time zone 'Asia/Shanghai')::date), (x."validFrom" at time zone 'Asia/Shanghai')::date) else (x."validFrom" at time zone 'Asia/Shanghai')::date end, why = case when x.rev > 1 then 'change' when x."causeId" is null and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'new' end, "causeKind" = case when x."causeId" is not null then 'business' when x.rev = 1 and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'form' end
  from "fbf_v" x left join (select "countyCode", "tenantId", fbfbm as k, min(djsj) as d from djb group by 1, 2, 3) f on f."countyCode" = x."countyCode" and f."tenantId" = x."tenantId" and f.k = x.fbfbm
  where t."countyCode" = x."countyCode" and t.id = x.id and t.rev = x.rev;
update "fbf_v" set "regTo" = 'infinity';
alter table "fbf_v" drop constraint "fbf_v_pkey";
insert into "fbf_v" ("countyCode", "id", "tenantId", "createUser", "createTime", "updateUser", "updateTime", "rev", "regionCode", "fbfbm", "fbfmc", "fbfmcIx", "tyshxydm", "syqxz", "fbffzrxm", "fbffzrxmIx", "fzrzjlx", "fzrzjhm", "lxdh", "fbfdz", "yzbm", "fbfdcy", "fbfdcrq", "fbfdcjs", "zt", "validFrom", "validTo", "regFrom", "regTo", why, "causeKind", "causeId")
  select "countyCode", "id", "tenantId", "createUser", "createTime", "updateUser", "updateTime", "rev", "regionCode", "fbfbm", "fbfmc", "fbfmcIx", "tyshxydm", "syqxz", "fbffzrxm", "fbffzrxmIx", "fzrzjlx", "fzrzjhm", "lxdh", "fbfdz", "yzbm", "fbfdcy", "fbfdcrq", "fbfdcjs", "zt", "validTo", 'infinity', "regFrom", ("validTo" at time zone 'Asia/Shanghai')::date, why, "causeKind", "causeId" from "fbf_v" where "regFrom" < ("validTo" at time zone 'Asia/Shanghai')::date;
alter table "fbf" alter column "validFrom" set not null, alter column "regFrom" set not null, alter column "why" set not null, alter column "causeKind" set not null;
alter table "fbf_v" alter column "regFrom" set not null, alter column "regTo" set not null, alter column "why" set not null, alter column "causeKind" set not null,
  add primary key ("countyCode", id, "validFrom", "regFrom"), add constraint "fbf_v_believed" check ("validFrom" < "validTo"), add constraint "fbf_v_true" check ("regFrom" < "regTo");
create unique index "fbf_v_one" on "fbf_v" ("countyCode", id, "regFrom") where "validTo" = 'infinity';
drop index "fbf_v_region";
create index "fbf_v_region" on "fbf_v" ("tenantId", "regionCode", fbfbm, id) where "validTo" = 'infinity';
create index "fbf_cause" on "fbf" ("countyCode", "causeId") where "causeId" is not null;
create index "fbf_v_cause" on "fbf_v" ("countyCode", "causeId") where "causeId" is not null;
create index "fbf_v_closed" on "fbf_v" ("countyCode", "closedBy") where "closedBy" is not null;
create index "fbf_v_known" on "fbf_v" ("tenantId", "regionCode", fbfbm, id, "validFrom");
create index "fbf_v_fbfmc_ix" on "fbf_v" using gin ("fbfmcIx") where "validTo" = 'infinity';
create index "fbf_v_fbffzrxm_ix" on "fbf_v" using gin ("fbffzrxmIx") where "validTo" = 'infinity';

alter table "cbf" add column "validFrom" timestamptz, add column "regFrom" date, add column "why" varchar(12), add column "causeKind" varchar(12), add column "causeId" bigint;
alter table "cbf_v" rename column "byBusinessId" to "causeId";
alter table "cbf_v" add column "regFrom" date, add column "why" varchar(12), add column "causeKind" varchar(12), add column "regTo" date, add column "closedBy" bigint;
update "cbf" t set "validFrom" = t."updateTime";
update "cbf" t set "validFrom" = v."validFrom", "causeId" = v."causeId" from "cbf_v" v
  where v."countyCode" = t."countyCode" and v.id = t.id and v."validTo" > '9999-01-01';
update "cbf_v" v set "closedBy" = n."causeId" from "cbf_v" n where n."countyCode" = v."countyCode" and n.id = v.id and n.rev = v.rev + 1;
delete from "cbf_v" where "validTo" > '9999-01-01' or "validTo" <= "validFrom";
update "cbf" t set "regFrom" = case when x.rev = 1 then least(coalesce(f.d, (x."validFrom" at time zone 'Asia/Shanghai')::date), (x."validFrom" at time zone 'Asia/Shanghai')::date) else (x."validFrom" at time zone 'Asia/Shanghai')::date end, why = case when x.rev > 1 then 'change' when x."causeId" is null and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'new' end, "causeKind" = case when x."causeId" is not null then 'business' when x.rev = 1 and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'form' end
  from "cbf" x left join (select "countyCode", "tenantId", cbfbm as k, min(djsj) as d from djb group by 1, 2, 3) f on f."countyCode" = x."countyCode" and f."tenantId" = x."tenantId" and f.k = x.cbfbm
  where t."countyCode" = x."countyCode" and t.id = x.id and t.rev = x.rev;
update "cbf_v" t set "regFrom" = case when x.rev = 1 then least(coalesce(f.d, (x."validFrom" at time zone 'Asia/Shanghai')::date), (x."validFrom" at time zone 'Asia/Shanghai')::date) else (x."validFrom" at time zone 'Asia/Shanghai')::date end, why = case when x.rev > 1 then 'change' when x."causeId" is null and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'new' end, "causeKind" = case when x."causeId" is not null then 'business' when x.rev = 1 and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'form' end
  from "cbf_v" x left join (select "countyCode", "tenantId", cbfbm as k, min(djsj) as d from djb group by 1, 2, 3) f on f."countyCode" = x."countyCode" and f."tenantId" = x."tenantId" and f.k = x.cbfbm
  where t."countyCode" = x."countyCode" and t.id = x.id and t.rev = x.rev;
update "cbf_v" set "regTo" = 'infinity';
alter table "cbf_v" drop constraint "cbf_v_pkey";
insert into "cbf_v" ("countyCode", "id", "tenantId", "createUser", "createTime", "updateUser", "updateTime", "rev", "regionCode", "fbfbm", "cbfbm", "cbfmc", "cbfmcIx", "cbflx", "cbfzjlx", "cbfzjhm", "cbfdz", "lxdh", "yzbm", "cbfcysl", "cbfs", "cbqx", "cbqxq", "cbqxz", "cbjyqzbm", "djsj", "zxyylx", "htzmjm", "cbdkzs", "cbfdcrq", "cbfdcy", "cbfdcjs", "gsjs", "gsjsr", "gsshrq", "gsshr", "djzt", "lzzt", "dyzt", "yyzt", "zt", "validFrom", "validTo", "regFrom", "regTo", why, "causeKind", "causeId")
  select "countyCode", "id", "tenantId", "createUser", "createTime", "updateUser", "updateTime", "rev", "regionCode", "fbfbm", "cbfbm", "cbfmc", "cbfmcIx", "cbflx", "cbfzjlx", "cbfzjhm", "cbfdz", "lxdh", "yzbm", "cbfcysl", "cbfs", "cbqx", "cbqxq", "cbqxz", "cbjyqzbm", "djsj", "zxyylx", "htzmjm", "cbdkzs", "cbfdcrq", "cbfdcy", "cbfdcjs", "gsjs", "gsjsr", "gsshrq", "gsshr", "djzt", "lzzt", "dyzt", "yyzt", "zt", "validTo", 'infinity', "regFrom", ("validTo" at time zone 'Asia/Shanghai')::date, why, "causeKind", "causeId" from "cbf_v" where "regFrom" < ("validTo" at time zone 'Asia/Shanghai')::date;
alter table "cbf" alter column "validFrom" set not null, alter column "regFrom" set not null, alter column "why" set not null, alter column "causeKind" set not null;
alter table "cbf_v" alter column "regFrom" set not null, alter column "regTo" set not null, alter column "why" set not null, alter column "causeKind" set not null,
  add primary key ("countyCode", id, "validFrom", "regFrom"), add constraint "cbf_v_believed" check ("validFrom" < "validTo"), add constraint "cbf_v_true" check ("regFrom" < "regTo");
create unique index "cbf_v_one" on "cbf_v" ("countyCode", id, "regFrom") where "validTo" = 'infinity';
drop index "cbf_v_region";
create index "cbf_v_region" on "cbf_v" ("tenantId", "regionCode", cbfbm, id) where "validTo" = 'infinity';
create index "cbf_cause" on "cbf" ("countyCode", "causeId") where "causeId" is not null;
create index "cbf_v_cause" on "cbf_v" ("countyCode", "causeId") where "causeId" is not null;
create index "cbf_v_closed" on "cbf_v" ("countyCode", "closedBy") where "closedBy" is not null;
create index "cbf_v_code" on "cbf_v" ("tenantId", cbfbm, id) where "validTo" = 'infinity';
create index "cbf_v_known" on "cbf_v" ("tenantId", "regionCode", cbfbm, id, "validFrom");
create index "cbf_v_cbfmc_ix" on "cbf_v" using gin ("cbfmcIx") where "validTo" = 'infinity';

alter table "jtcy" add column "validFrom" timestamptz, add column "regFrom" date, add column "why" varchar(12), add column "causeKind" varchar(12), add column "causeId" bigint;
alter table "jtcy_v" rename column "byBusinessId" to "causeId";
alter table "jtcy_v" add column "regFrom" date, add column "why" varchar(12), add column "causeKind" varchar(12), add column "regTo" date, add column "closedBy" bigint;
update "jtcy" t set "validFrom" = t."updateTime";
update "jtcy" t set "validFrom" = v."validFrom", "causeId" = v."causeId" from "jtcy_v" v
  where v."countyCode" = t."countyCode" and v.id = t.id and v."validTo" > '9999-01-01';
update "jtcy_v" v set "closedBy" = n."causeId" from "jtcy_v" n where n."countyCode" = v."countyCode" and n.id = v.id and n.rev = v.rev + 1;
delete from "jtcy_v" where "validTo" > '9999-01-01' or "validTo" <= "validFrom";
update "jtcy" t set "regFrom" = case when x.rev = 1 then least(coalesce(f.d, (x."validFrom" at time zone 'Asia/Shanghai')::date), (x."validFrom" at time zone 'Asia/Shanghai')::date) else (x."validFrom" at time zone 'Asia/Shanghai')::date end, why = case when x.rev > 1 then 'change' when x."causeId" is null and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'new' end, "causeKind" = case when x."causeId" is not null then 'business' when x.rev = 1 and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'form' end
  from "jtcy" x left join (select "countyCode", "tenantId", cbfbm as k, min(djsj) as d from djb group by 1, 2, 3) f on f."countyCode" = x."countyCode" and f."tenantId" = x."tenantId" and f.k = x.cbfbm
  where t."countyCode" = x."countyCode" and t.id = x.id and t.rev = x.rev;
update "jtcy_v" t set "regFrom" = case when x.rev = 1 then least(coalesce(f.d, (x."validFrom" at time zone 'Asia/Shanghai')::date), (x."validFrom" at time zone 'Asia/Shanghai')::date) else (x."validFrom" at time zone 'Asia/Shanghai')::date end, why = case when x.rev > 1 then 'change' when x."causeId" is null and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'new' end, "causeKind" = case when x."causeId" is not null then 'business' when x.rev = 1 and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'form' end
  from "jtcy_v" x left join (select "countyCode", "tenantId", cbfbm as k, min(djsj) as d from djb group by 1, 2, 3) f on f."countyCode" = x."countyCode" and f."tenantId" = x."tenantId" and f.k = x.cbfbm
  where t."countyCode" = x."countyCode" and t.id = x.id and t.rev = x.rev;
update "jtcy_v" set "regTo" = 'infinity';
alter table "jtcy_v" drop constraint "jtcy_v_pkey";
insert into "jtcy_v" ("countyCode", "id", "tenantId", "createUser", "createTime", "updateUser", "updateTime", "rev", "regionCode", "cbfId", "cbfbm", "sort", "cyxm", "cyxmIx", "cyxb", "yhzgx", "cyzjlx", "cyzjhm", "sfgyr", "cybz", "cybzsm", "validFrom", "validTo", "regFrom", "regTo", why, "causeKind", "causeId")
  select "countyCode", "id", "tenantId", "createUser", "createTime", "updateUser", "updateTime", "rev", "regionCode", "cbfId", "cbfbm", "sort", "cyxm", "cyxmIx", "cyxb", "yhzgx", "cyzjlx", "cyzjhm", "sfgyr", "cybz", "cybzsm", "validTo", 'infinity', "regFrom", ("validTo" at time zone 'Asia/Shanghai')::date, why, "causeKind", "causeId" from "jtcy_v" where "regFrom" < ("validTo" at time zone 'Asia/Shanghai')::date;
alter table "jtcy" alter column "validFrom" set not null, alter column "regFrom" set not null, alter column "why" set not null, alter column "causeKind" set not null;
alter table "jtcy_v" alter column "regFrom" set not null, alter column "regTo" set not null, alter column "why" set not null, alter column "causeKind" set not null,
  add primary key ("countyCode", id, "validFrom", "regFrom"), add constraint "jtcy_v_believed" check ("validFrom" < "validTo"), add constraint "jtcy_v_true" check ("regFrom" < "regTo");
create unique index "jtcy_v_one" on "jtcy_v" ("countyCode", id, "regFrom") where "validTo" = 'infinity';
drop index "jtcy_v_region";
create index "jtcy_v_region" on "jtcy_v" ("tenantId", "regionCode", cbfbm, sort, id) where "validTo" = 'infinity';
create index "jtcy_cause" on "jtcy" ("countyCode", "causeId") where "causeId" is not null;
create index "jtcy_v_cause" on "jtcy_v" ("countyCode", "causeId") where "causeId" is not null;
create index "jtcy_v_closed" on "jtcy_v" ("countyCode", "closedBy") where "closedBy" is not null;
create index "jtcy_v_code" on "jtcy_v" ("tenantId", cbfbm, sort, id) where "validTo" = 'infinity';
create index "jtcy_v_known" on "jtcy_v" ("tenantId", "regionCode", cbfbm, sort, id, "validFrom");
create index "jtcy_v_cyxm_ix" on "jtcy_v" using gin ("cyxmIx") where "validTo" = 'infinity';

alter table "dk" add column "validFrom" timestamptz, add column "regFrom" date, add column "why" varchar(12), add column "causeKind" varchar(12), add column "causeId" bigint;
alter table "dk_v" rename column "byBusinessId" to "causeId";
alter table "dk_v" add column "regFrom" date, add column "why" varchar(12), add column "causeKind" varchar(12), add column "regTo" date, add column "closedBy" bigint;
update "dk" t set "validFrom" = t."updateTime";
update "dk" t set "validFrom" = v."validFrom", "causeId" = v."causeId" from "dk_v" v
  where v."countyCode" = t."countyCode" and v.id = t.id and v."validTo" > '9999-01-01';
update "dk_v" v set "closedBy" = n."causeId" from "dk_v" n where n."countyCode" = v."countyCode" and n.id = v.id and n.rev = v.rev + 1;
delete from "dk_v" where "validTo" > '9999-01-01' or "validTo" <= "validFrom";
update "dk" t set "regFrom" = case when x.rev = 1 then least(coalesce(f.d, (x."validFrom" at time zone 'Asia/Shanghai')::date), (x."validFrom" at time zone 'Asia/Shanghai')::date) else (x."validFrom" at time zone 'Asia/Shanghai')::date end, why = case when x.rev > 1 then 'change' when x."causeId" is null and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'new' end, "causeKind" = case when x."causeId" is not null then 'business' when x.rev = 1 and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'form' end
  from "dk" x left join (select l."countyCode", l."tenantId", l.dkbm as k, min(b.djsj) as d from cbdkxx l join djb b on b."countyCode" = l."countyCode" and b.id = l."djbId" group by 1, 2, 3) f on f."countyCode" = x."countyCode" and f."tenantId" = x."tenantId" and f.k = x.dkbm
  where t."countyCode" = x."countyCode" and t.id = x.id and t.rev = x.rev;
update "dk_v" t set "regFrom" = case when x.rev = 1 then least(coalesce(f.d, (x."validFrom" at time zone 'Asia/Shanghai')::date), (x."validFrom" at time zone 'Asia/Shanghai')::date) else (x."validFrom" at time zone 'Asia/Shanghai')::date end, why = case when x.rev > 1 then 'change' when x."causeId" is null and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'new' end, "causeKind" = case when x."causeId" is not null then 'business' when x.rev = 1 and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'form' end
  from "dk_v" x left join (select l."countyCode", l."tenantId", l.dkbm as k, min(b.djsj) as d from cbdkxx l join djb b on b."countyCode" = l."countyCode" and b.id = l."djbId" group by 1, 2, 3) f on f."countyCode" = x."countyCode" and f."tenantId" = x."tenantId" and f.k = x.dkbm
  where t."countyCode" = x."countyCode" and t.id = x.id and t.rev = x.rev;
update "dk_v" set "regTo" = 'infinity';
alter table "dk_v" drop constraint "dk_v_pkey";
insert into "dk_v" ("countyCode", "id", "tenantId", "createUser", "createTime", "updateUser", "updateTime", "rev", "regionCode", "fbfbm", "bsm", "ysdm", "dkbm", "dkmc", "dkmcIx", "syqxz", "dklb", "tdlylx", "dldj", "tdyt", "sfjbnt", "cbfbm", "cbfmc", "cbfmcIx", "scmj", "scmjm", "qqmjm", "yhtmjm", "dkdz", "dkxz", "dknz", "dkbz", "zjrxm", "kjzb", "geom", "dkbzxx", "sfqqqg", "djzt", "lzzt", "dyzt", "yyzt", "zt", "sjly", "ydkbm", "validFrom", "validTo", "regFrom", "regTo", why, "causeKind", "causeId")
  select "countyCode", "id", "tenantId", "createUser", "createTime", "updateUser", "updateTime", "rev", "regionCode", "fbfbm", "bsm", "ysdm", "dkbm", "dkmc", "dkmcIx", "syqxz", "dklb", "tdlylx", "dldj", "tdyt", "sfjbnt", "cbfbm", "cbfmc", "cbfmcIx", "scmj", "scmjm", "qqmjm", "yhtmjm", "dkdz", "dkxz", "dknz", "dkbz", "zjrxm", "kjzb", "geom", "dkbzxx", "sfqqqg", "djzt", "lzzt", "dyzt", "yyzt", "zt", "sjly", "ydkbm", "validTo", 'infinity', "regFrom", ("validTo" at time zone 'Asia/Shanghai')::date, why, "causeKind", "causeId" from "dk_v" where "regFrom" < ("validTo" at time zone 'Asia/Shanghai')::date;
alter table "dk" alter column "validFrom" set not null, alter column "regFrom" set not null, alter column "why" set not null, alter column "causeKind" set not null;
alter table "dk_v" alter column "regFrom" set not null, alter column "regTo" set not null, alter column "why" set not null, alter column "causeKind" set not null,
  add primary key ("countyCode", id, "validFrom", "regFrom"), add constraint "dk_v_believed" check ("validFrom" < "validTo"), add constraint "dk_v_true" check ("regFrom" < "regTo");
create unique index "dk_v_one" on "dk_v" ("countyCode", id, "regFrom") where "validTo" = 'infinity';
drop index "dk_v_region";
create index "dk_v_region" on "dk_v" ("tenantId", "regionCode", dkbm, id) where "validTo" = 'infinity';
create index "dk_cause" on "dk" ("countyCode", "causeId") where "causeId" is not null;
create index "dk_v_cause" on "dk_v" ("countyCode", "causeId") where "causeId" is not null;
create index "dk_v_closed" on "dk_v" ("countyCode", "closedBy") where "closedBy" is not null;
create index "dk_v_code" on "dk_v" ("tenantId", dkbm, id) where "validTo" = 'infinity';
create index "dk_v_known" on "dk_v" ("tenantId", "regionCode", dkbm, id, "validFrom");
create index "dk_v_dkmc_ix" on "dk_v" using gin ("dkmcIx") where "validTo" = 'infinity';
create index "dk_v_cbfmc_ix" on "dk_v" using gin ("cbfmcIx") where "validTo" = 'infinity';
create index "dk_v_geom_gist" on "dk_v" using gist ("geom") where "validTo" = 'infinity';

alter table "djb" add column "validFrom" timestamptz, add column "regFrom" date, add column "why" varchar(12), add column "causeKind" varchar(12), add column "causeId" bigint;
alter table "djb_v" rename column "byBusinessId" to "causeId";
alter table "djb_v" add column "regFrom" date, add column "why" varchar(12), add column "causeKind" varchar(12), add column "regTo" date, add column "closedBy" bigint;
update "djb" t set "validFrom" = t."updateTime";
update "djb" t set "validFrom" = v."validFrom", "causeId" = v."causeId" from "djb_v" v
  where v."countyCode" = t."countyCode" and v.id = t.id and v."validTo" > '9999-01-01';
update "djb_v" v set "closedBy" = n."causeId" from "djb_v" n where n."countyCode" = v."countyCode" and n.id = v.id and n.rev = v.rev + 1;
delete from "djb_v" where "validTo" > '9999-01-01' or "validTo" <= "validFrom";
update "djb" t set "regFrom" = case when x.rev = 1 then least(coalesce(f.d, (x."validFrom" at time zone 'Asia/Shanghai')::date), (x."validFrom" at time zone 'Asia/Shanghai')::date) else (x."validFrom" at time zone 'Asia/Shanghai')::date end, why = case when x.rev > 1 then 'change' when x."causeId" is null and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'new' end, "causeKind" = case when x."causeId" is not null then 'business' when x.rev = 1 and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'form' end
  from "djb" x left join (select "countyCode", "tenantId", id as k, min(djsj) as d from djb group by 1, 2, 3) f on f."countyCode" = x."countyCode" and f."tenantId" = x."tenantId" and f.k = x.id
  where t."countyCode" = x."countyCode" and t.id = x.id and t.rev = x.rev;
update "djb_v" t set "regFrom" = case when x.rev = 1 then least(coalesce(f.d, (x."validFrom" at time zone 'Asia/Shanghai')::date), (x."validFrom" at time zone 'Asia/Shanghai')::date) else (x."validFrom" at time zone 'Asia/Shanghai')::date end, why = case when x.rev > 1 then 'change' when x."causeId" is null and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'new' end, "causeKind" = case when x."causeId" is not null then 'business' when x.rev = 1 and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'form' end
  from "djb_v" x left join (select "countyCode", "tenantId", id as k, min(djsj) as d from djb group by 1, 2, 3) f on f."countyCode" = x."countyCode" and f."tenantId" = x."tenantId" and f.k = x.id
  where t."countyCode" = x."countyCode" and t.id = x.id and t.rev = x.rev;
update "djb_v" set "regTo" = 'infinity';
alter table "djb_v" drop constraint "djb_v_pkey";
insert into "djb_v" ("countyCode", "id", "tenantId", "createUser", "createTime", "updateUser", "updateTime", "rev", "regionCode", "cbjyqzbm", "version", "qszt", "cbfbm", "cbfmc", "cbfmcIx", "cbfzjhm", "fbfbm", "fbfmc", "cbfs", "cbqx", "cbqxq", "cbqxz", "htzmjm", "htzmj", "cbdkzs", "cbfcysl", "djlx", "djxl", "djsj", "dbr", "cbjyqzlsh", "djbfj", "ycbjyqzbh", "dksyt", "businessId", "endTime", "endReason", "endBusinessId", "dyzt", "yyzt", "lzzt", "printCount", "validFrom", "validTo", "regFrom", "regTo", why, "causeKind", "causeId")
  select "countyCode", "id", "tenantId", "createUser", "createTime", "updateUser", "updateTime", "rev", "regionCode", "cbjyqzbm", "version", "qszt", "cbfbm", "cbfmc", "cbfmcIx", "cbfzjhm", "fbfbm", "fbfmc", "cbfs", "cbqx", "cbqxq", "cbqxz", "htzmjm", "htzmj", "cbdkzs", "cbfcysl", "djlx", "djxl", "djsj", "dbr", "cbjyqzlsh", "djbfj", "ycbjyqzbh", "dksyt", "businessId", "endTime", "endReason", "endBusinessId", "dyzt", "yyzt", "lzzt", "printCount", "validTo", 'infinity', "regFrom", ("validTo" at time zone 'Asia/Shanghai')::date, why, "causeKind", "causeId" from "djb_v" where "regFrom" < ("validTo" at time zone 'Asia/Shanghai')::date;
alter table "djb" alter column "validFrom" set not null, alter column "regFrom" set not null, alter column "why" set not null, alter column "causeKind" set not null;
alter table "djb_v" alter column "regFrom" set not null, alter column "regTo" set not null, alter column "why" set not null, alter column "causeKind" set not null,
  add primary key ("countyCode", id, "validFrom", "regFrom"), add constraint "djb_v_believed" check ("validFrom" < "validTo"), add constraint "djb_v_true" check ("regFrom" < "regTo");
create unique index "djb_v_one" on "djb_v" ("countyCode", id, "regFrom") where "validTo" = 'infinity';
drop index "djb_v_region";
create index "djb_v_region" on "djb_v" ("tenantId", "regionCode", cbjyqzbm, version, id) where "validTo" = 'infinity';
create index "djb_cause" on "djb" ("countyCode", "causeId") where "causeId" is not null;
create index "djb_v_cause" on "djb_v" ("countyCode", "causeId") where "causeId" is not null;
create index "djb_v_closed" on "djb_v" ("countyCode", "closedBy") where "closedBy" is not null;
create index "djb_v_code" on "djb_v" ("tenantId", cbjyqzbm, version, id) where "validTo" = 'infinity';
create index "djb_v_known" on "djb_v" ("tenantId", "regionCode", cbjyqzbm, version, id, "validFrom");
create index "djb_v_cbfmc_ix" on "djb_v" using gin ("cbfmcIx") where "validTo" = 'infinity';

alter table "cbht" add column "validFrom" timestamptz, add column "regFrom" date, add column "why" varchar(12), add column "causeKind" varchar(12), add column "causeId" bigint;
alter table "cbht_v" rename column "byBusinessId" to "causeId";
alter table "cbht_v" add column "regFrom" date, add column "why" varchar(12), add column "causeKind" varchar(12), add column "regTo" date, add column "closedBy" bigint;
update "cbht" t set "validFrom" = t."updateTime";
update "cbht" t set "validFrom" = v."validFrom", "causeId" = v."causeId" from "cbht_v" v
  where v."countyCode" = t."countyCode" and v.id = t.id and v."validTo" > '9999-01-01';
update "cbht_v" v set "closedBy" = n."causeId" from "cbht_v" n where n."countyCode" = v."countyCode" and n.id = v.id and n.rev = v.rev + 1;
delete from "cbht_v" where "validTo" > '9999-01-01' or "validTo" <= "validFrom";
update "cbht" t set "regFrom" = case when x.rev = 1 then least(coalesce(f.d, (x."validFrom" at time zone 'Asia/Shanghai')::date), (x."validFrom" at time zone 'Asia/Shanghai')::date) else (x."validFrom" at time zone 'Asia/Shanghai')::date end, why = case when x.rev > 1 then 'change' when x."causeId" is null and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'new' end, "causeKind" = case when x."causeId" is not null then 'business' when x.rev = 1 and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'form' end
  from "cbht" x left join (select "countyCode", "tenantId", id as k, min(djsj) as d from djb group by 1, 2, 3) f on f."countyCode" = x."countyCode" and f."tenantId" = x."tenantId" and f.k = x."djbId"
  where t."countyCode" = x."countyCode" and t.id = x.id and t.rev = x.rev;
update "cbht_v" t set "regFrom" = case when x.rev = 1 then least(coalesce(f.d, (x."validFrom" at time zone 'Asia/Shanghai')::date), (x."validFrom" at time zone 'Asia/Shanghai')::date) else (x."validFrom" at time zone 'Asia/Shanghai')::date end, why = case when x.rev > 1 then 'change' when x."causeId" is null and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'new' end, "causeKind" = case when x."causeId" is not null then 'business' when x.rev = 1 and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'form' end
  from "cbht_v" x left join (select "countyCode", "tenantId", id as k, min(djsj) as d from djb group by 1, 2, 3) f on f."countyCode" = x."countyCode" and f."tenantId" = x."tenantId" and f.k = x."djbId"
  where t."countyCode" = x."countyCode" and t.id = x.id and t.rev = x.rev;
update "cbht_v" set "regTo" = 'infinity';
alter table "cbht_v" drop constraint "cbht_v_pkey";
insert into "cbht_v" ("countyCode", "id", "tenantId", "createUser", "createTime", "updateUser", "updateTime", "rev", "regionCode", "djbId", "cbhtbm", "version", "qszt", "htxlh", "cbfbm", "cbfmc", "cbfmcIx", "cbfzjhm", "fbfbm", "fbfmc", "ycbhtbm", "cbfs", "cbqx", "cbqxq", "cbqxz", "qdsj", "htzmjm", "htzmj", "yhtzmjm", "yhtzmj", "cbdkzs", "htlx", "signStatus", "signWay", "attachId", "fileHash", "validFrom", "validTo", "regFrom", "regTo", why, "causeKind", "causeId")
  select "countyCode", "id", "tenantId", "createUser", "createTime", "updateUser", "updateTime", "rev", "regionCode", "djbId", "cbhtbm", "version", "qszt", "htxlh", "cbfbm", "cbfmc", "cbfmcIx", "cbfzjhm", "fbfbm", "fbfmc", "ycbhtbm", "cbfs", "cbqx", "cbqxq", "cbqxz", "qdsj", "htzmjm", "htzmj", "yhtzmjm", "yhtzmj", "cbdkzs", "htlx", "signStatus", "signWay", "attachId", "fileHash", "validTo", 'infinity', "regFrom", ("validTo" at time zone 'Asia/Shanghai')::date, why, "causeKind", "causeId" from "cbht_v" where "regFrom" < ("validTo" at time zone 'Asia/Shanghai')::date;
alter table "cbht" alter column "validFrom" set not null, alter column "regFrom" set not null, alter column "why" set not null, alter column "causeKind" set not null;
alter table "cbht_v" alter column "regFrom" set not null, alter column "regTo" set not null, alter column "why" set not null, alter column "causeKind" set not null,
  add primary key ("countyCode", id, "validFrom", "regFrom"), add constraint "cbht_v_believed" check ("validFrom" < "validTo"), add constraint "cbht_v_true" check ("regFrom" < "regTo");
create unique index "cbht_v_one" on "cbht_v" ("countyCode", id, "regFrom") where "validTo" = 'infinity';
drop index "cbht_v_region";
create index "cbht_v_region" on "cbht_v" ("tenantId", "regionCode", cbhtbm, version, id) where "validTo" = 'infinity';
create index "cbht_cause" on "cbht" ("countyCode", "causeId") where "causeId" is not null;
create index "cbht_v_cause" on "cbht_v" ("countyCode", "causeId") where "causeId" is not null;
create index "cbht_v_closed" on "cbht_v" ("countyCode", "closedBy") where "closedBy" is not null;
create index "cbht_v_code" on "cbht_v" ("tenantId", cbhtbm, version, id) where "validTo" = 'infinity';
create index "cbht_v_known" on "cbht_v" ("tenantId", "regionCode", cbhtbm, version, id, "validFrom");
create index "cbht_v_cbfmc_ix" on "cbht_v" using gin ("cbfmcIx") where "validTo" = 'infinity';

alter table "cbdkxx" add column "validFrom" timestamptz, add column "regFrom" date, add column "why" varchar(12), add column "causeKind" varchar(12), add column "causeId" bigint;
alter table "cbdkxx_v" rename column "byBusinessId" to "causeId";
alter table "cbdkxx_v" add column "regFrom" date, add column "why" varchar(12), add column "causeKind" varchar(12), add column "regTo" date, add column "closedBy" bigint;
update "cbdkxx" t set "validFrom" = t."updateTime";
update "cbdkxx" t set "validFrom" = v."validFrom", "causeId" = v."causeId" from "cbdkxx_v" v
  where v."countyCode" = t."countyCode" and v.id = t.id and v."validTo" > '9999-01-01';
update "cbdkxx_v" v set "closedBy" = n."causeId" from "cbdkxx_v" n where n."countyCode" = v."countyCode" and n.id = v.id and n.rev = v.rev + 1;
delete from "cbdkxx_v" where "validTo" > '9999-01-01' or "validTo" <= "validFrom";
update "cbdkxx" t set "regFrom" = case when x.rev = 1 then least(coalesce(f.d, (x."validFrom" at time zone 'Asia/Shanghai')::date), (x."validFrom" at time zone 'Asia/Shanghai')::date) else (x."validFrom" at time zone 'Asia/Shanghai')::date end, why = case when x.rev > 1 then 'change' when x."causeId" is null and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'new' end, "causeKind" = case when x."causeId" is not null then 'business' when x.rev = 1 and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'form' end
  from "cbdkxx" x left join (select "countyCode", "tenantId", id as k, min(djsj) as d from djb group by 1, 2, 3) f on f."countyCode" = x."countyCode" and f."tenantId" = x."tenantId" and f.k = x."djbId"
  where t."countyCode" = x."countyCode" and t.id = x.id and t.rev = x.rev;
update "cbdkxx_v" t set "regFrom" = case when x.rev = 1 then least(coalesce(f.d, (x."validFrom" at time zone 'Asia/Shanghai')::date), (x."validFrom" at time zone 'Asia/Shanghai')::date) else (x."validFrom" at time zone 'Asia/Shanghai')::date end, why = case when x.rev > 1 then 'change' when x."causeId" is null and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'new' end, "causeKind" = case when x."causeId" is not null then 'business' when x.rev = 1 and f.d < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'form' end
  from "cbdkxx_v" x left join (select "countyCode", "tenantId", id as k, min(djsj) as d from djb group by 1, 2, 3) f on f."countyCode" = x."countyCode" and f."tenantId" = x."tenantId" and f.k = x."djbId"
  where t."countyCode" = x."countyCode" and t.id = x.id and t.rev = x.rev;
update "cbdkxx_v" set "regTo" = 'infinity';
alter table "cbdkxx_v" drop constraint "cbdkxx_v_pkey";
insert into "cbdkxx_v" ("countyCode", "id", "tenantId", "createUser", "createTime", "updateUser", "updateTime", "rev", "regionCode", "djbId", "dkId", "qszt", "dkbm", "dkmc", "cbfbm", "fbfbm", "cbhtbm", "cbjyqqdfs", "htmjm", "htmj", "yhtmjm", "yhtmj", "scmjm", "scmj", "sfqqqg", "lzhtbm", "validFrom", "validTo", "regFrom", "regTo", why, "causeKind", "causeId")
  select "countyCode", "id", "tenantId", "createUser", "createTime", "updateUser", "updateTime", "rev", "regionCode", "djbId", "dkId", "qszt", "dkbm", "dkmc", "cbfbm", "fbfbm", "cbhtbm", "cbjyqqdfs", "htmjm", "htmj", "yhtmjm", "yhtmj", "scmjm", "scmj", "sfqqqg", "lzhtbm", "validTo", 'infinity', "regFrom", ("validTo" at time zone 'Asia/Shanghai')::date, why, "causeKind", "causeId" from "cbdkxx_v" where "regFrom" < ("validTo" at time zone 'Asia/Shanghai')::date;
alter table "cbdkxx" alter column "validFrom" set not null, alter column "regFrom" set not null, alter column "why" set not null, alter column "causeKind" set not null;
alter table "cbdkxx_v" alter column "regFrom" set not null, alter column "regTo" set not null, alter column "why" set not null, alter column "causeKind" set not null,
  add primary key ("countyCode", id, "validFrom", "regFrom"), add constraint "cbdkxx_v_believed" check ("validFrom" < "validTo"), add constraint "cbdkxx_v_true" check ("regFrom" < "regTo");
create unique index "cbdkxx_v_one" on "cbdkxx_v" ("countyCode", id, "regFrom") where "validTo" = 'infinity';
drop index "cbdkxx_v_region";
create index "cbdkxx_v_region" on "cbdkxx_v" ("tenantId", "regionCode", dkbm, id) where "validTo" = 'infinity';
create index "cbdkxx_cause" on "cbdkxx" ("countyCode", "causeId") where "causeId" is not null;
create index "cbdkxx_v_cause" on "cbdkxx_v" ("countyCode", "causeId") where "causeId" is not null;
create index "cbdkxx_v_closed" on "cbdkxx_v" ("countyCode", "closedBy") where "closedBy" is not null;
create index "cbdkxx_v_known" on "cbdkxx_v" ("tenantId", "regionCode", dkbm, id, "validFrom");

alter table "cbjyqz" add column "validFrom" timestamptz, add column "regFrom" date, add column "why" varchar(12), add column "causeKind" varchar(12), add column "causeId" bigint;
alter table "cbjyqz_v" rename column "byBusinessId" to "causeId";
alter table "cbjyqz_v" add column "regFrom" date, add column "why" varchar(12), add column "causeKind" varchar(12), add column "regTo" date, add column "closedBy" bigint;
update "cbjyqz" t set "validFrom" = t."updateTime";
update "cbjyqz" t set "validFrom" = v."validFrom", "causeId" = v."causeId" from "cbjyqz_v" v
  where v."countyCode" = t."countyCode" and v.id = t.id and v."validTo" > '9999-01-01';
update "cbjyqz_v" v set "closedBy" = n."causeId" from "cbjyqz_v" n where n."countyCode" = v."countyCode" and n.id = v.id and n.rev = v.rev + 1;
delete from "cbjyqz_v" where "validTo" > '9999-01-01' or "validTo" <= "validFrom";
update "cbjyqz" t set "regFrom" = case when x.rev = 1 then least(coalesce(coalesce(x.fzrq, f.d), (x."validFrom" at time zone 'Asia/Shanghai')::date), (x."validFrom" at time zone 'Asia/Shanghai')::date) else (x."validFrom" at time zone 'Asia/Shanghai')::date end, why = case when x.rev > 1 then 'change' when x."causeId" is null and coalesce(x.fzrq, f.d) < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'new' end, "causeKind" = case when x."causeId" is not null then 'business' when x.rev = 1 and coalesce(x.fzrq, f.d) < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'form' end
  from "cbjyqz" x left join (select "countyCode", "tenantId", id as k, min(djsj) as d from djb group by 1, 2, 3) f on f."countyCode" = x."countyCode" and f."tenantId" = x."tenantId" and f.k = x."djbId"
  where t."countyCode" = x."countyCode" and t.id = x.id and t.rev = x.rev;
update "cbjyqz_v" t set "regFrom" = case when x.rev = 1 then least(coalesce(coalesce(x.fzrq, f.d), (x."validFrom" at time zone 'Asia/Shanghai')::date), (x."validFrom" at time zone 'Asia/Shanghai')::date) else (x."validFrom" at time zone 'Asia/Shanghai')::date end, why = case when x.rev > 1 then 'change' when x."causeId" is null and coalesce(x.fzrq, f.d) < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'new' end, "causeKind" = case when x."causeId" is not null then 'business' when x.rev = 1 and coalesce(x.fzrq, f.d) < (x."validFrom" at time zone 'Asia/Shanghai')::date then 'import' else 'form' end
  from "cbjyqz_v" x left join (select "countyCode", "tenantId", id as k, min(djsj) as d from djb group by 1, 2, 3) f on f."countyCode" = x."countyCode" and f."tenantId" = x."tenantId" and f.k = x."djbId"
  where t."countyCode" = x."countyCode" and t.id = x.id and t.rev = x.rev;
update "cbjyqz_v" set "regTo" = 'infinity';
alter table "cbjyqz_v" drop constraint "cbjyqz_v_pkey";
insert into "cbjyqz_v" ("countyCode", "id", "tenantId", "createUser", "createTime", "updateUser", "updateTime", "rev", "regionCode", "djbId", "cbjyqzbm", "cbjyqzlsh", "cbfmc", "cbfmcIx", "cbfdbzjhm", "sfbdcfz", "bznf", "fzjg", "fzrq", "qzsflq", "qzlqrq", "qzlqrxm", "qzlqrzjlx", "qzlqrzjhm", "bdcqzh", "sfzx", "zt", "validFrom", "validTo", "regFrom", "regTo", why, "causeKind", "causeId")
  select "countyCode", "id", "tenantId", "createUser", "createTime", "updateUser", "updateTime", "rev", "regionCode", "djbId", "cbjyqzbm", "cbjyqzlsh", "cbfmc", "cbfmcIx", "cbfdbzjhm", "sfbdcfz", "bznf", "fzjg", "fzrq", "qzsflq", "qzlqrq", "qzlqrxm", "qzlqrzjlx", "qzlqrzjhm", "bdcqzh", "sfzx", "zt", "validTo", 'infinity', "regFrom", ("validTo" at time zone 'Asia/Shanghai')::date, why, "causeKind", "causeId" from "cbjyqz_v" where "regFrom" < ("validTo" at time zone 'Asia/Shanghai')::date;
alter table "cbjyqz" alter column "validFrom" set not null, alter column "regFrom" set not null, alter column "why" set not null, alter column "causeKind" set not null;
alter table "cbjyqz_v" alter column "regFrom" set not null, alter column "regTo" set not null, alter column "why" set not null, alter column "causeKind" set not null,
  add primary key ("countyCode", id, "validFrom", "regFrom"), add constraint "cbjyqz_v_believed" check ("validFrom" < "validTo"), add constraint "cbjyqz_v_true" check ("regFrom" < "regTo");
create unique index "cbjyqz_v_one" on "cbjyqz_v" ("countyCode", id, "regFrom") where "validTo" = 'infinity';
drop index "cbjyqz_v_region";
create index "cbjyqz_v_region" on "cbjyqz_v" ("tenantId", "regionCode", cbjyqzbm, id) where "validTo" = 'infinity';
create index "cbjyqz_cause" on "cbjyqz" ("countyCode", "causeId") where "causeId" is not null;
create index "cbjyqz_v_cause" on "cbjyqz_v" ("countyCode", "causeId") where "causeId" is not null;
create index "cbjyqz_v_closed" on "cbjyqz_v" ("countyCode", "closedBy") where "closedBy" is not null;
create index "cbjyqz_v_code" on "cbjyqz_v" ("tenantId", cbjyqzbm, id) where "validTo" = 'infinity';
create index "cbjyqz_v_known" on "cbjyqz_v" ("tenantId", "regionCode", cbjyqzbm, id, "validFrom");
create index "cbjyqz_v_cbfmc_ix" on "cbjyqz_v" using gin ("cbfmcIx") where "validTo" = 'infinity';
