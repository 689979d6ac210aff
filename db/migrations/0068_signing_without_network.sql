-- A name that was written while the desk had no network says what its tablet told: the act's own number, by which it is taken once, the digest of the file that
-- was read, and the tablet's own times.
alter table sign_node
  add column "actId" varchar(36),
  add column "awayHash" varchar(64),
  add column "awayDocTime" timestamptz,
  add column "awayReadTime" timestamptz,
  add column "awayDoneTime" timestamptz;
create unique index sign_node_act on sign_node ("countyCode", "tenantId", "actId") where "actId" is not null;
