-- Roles (aliases, comma between) that see a menu; none = everybody who was given it.

alter table menu add column roles varchar(255);
