-- A household of the campaign whose extension waits for a dispute: before whom it lies.
alter table "extension_household" add column decider varchar(100);
