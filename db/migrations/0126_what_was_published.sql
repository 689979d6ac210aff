-- What was published once is taken back, not removed: when it was so for the first time.
alter table "policy" add column "publishedTime" timestamptz;
alter table "app_description" add column "publishedTime" timestamptz;
alter table "guide" add column "publishedTime" timestamptz;
update policy set "publishedTime" = "updateTime" where status = '1';
update app_description set "publishedTime" = "updateTime" where status = '1';
update guide set "publishedTime" = "updateTime" where status = '1';
