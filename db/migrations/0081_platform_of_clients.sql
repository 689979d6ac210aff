-- The platform (1 web, 2 app, 3 other) whose people sign in through a client; none: all. Our own application is the web.
alter table client add column "userType" integer;
update client set "userType" = 1 where "clientId" = 'chengbao';
