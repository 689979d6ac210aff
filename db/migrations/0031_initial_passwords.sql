-- Until when a password that somebody else chose may be used to sign in: a day, and once. Empty: no such bound (chosen by oneself, and the first
-- account of an installation, whose password nobody else could reset).
alter table user_secret add column "initialUntil" timestamptz;
