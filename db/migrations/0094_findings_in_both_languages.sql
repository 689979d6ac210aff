-- What a finding of the watch tells is kept in both languages; rows that stand keep their Chinese words until a run looks at them again.
alter table "watch_finding" alter column "detail" type varchar(4000);
