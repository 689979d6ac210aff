-- When a configuration of object storage was first enabled: files lie there from then on, so its place stays.
alter table oss add column "usedTime" timestamptz;
update oss set "usedTime" = "updateTime" where status = 1;
