-- The telephone of an office, for who comes to its window.
alter table "sys_dept" add column "officePhone" varchar(20);
