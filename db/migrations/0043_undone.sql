-- A finished business whose registration was taken back says so.
alter table business add column "undone" smallint;
