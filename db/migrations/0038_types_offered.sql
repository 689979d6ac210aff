-- Whether a business type is taken in a region at all.
alter table process_config add column "isOffered" smallint;
update process_config set "isOffered" = 1;
