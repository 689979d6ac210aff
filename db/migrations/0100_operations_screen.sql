-- What the servers of one database have in common: the mark of the data folder and those of their keys. A server that has others does not join them.
create table installation (
  name varchar(40) primary key,
  value varchar(200) not null
);
comment on table installation is '@local 安装标识';
call protect('installation', 'system');

-- A routine that somebody paused waits; one that somebody asked for runs at the next look.
alter table routine add column paused smallint not null default 0, add column "askedTime" timestamptz;

-- The W3C trace of the call that caused it, so that what is done later is found with it.
alter table job add column trace varchar(55);
alter table outbox add column trace varchar(55);

-- Wrong guesses at doors (sign-in, codes), by address and by account: all servers count them together.
create table wrong_guess (
  key varchar(120) primary key,
  n integer not null,
  until timestamptz not null
);
comment on table wrong_guess is '@local 试错次数';
create index wrong_guess_until on wrong_guess (until);
call protect('wrong_guess', 'system');
