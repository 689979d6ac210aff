-- Files keep the order in which somebody put them by hand; those that nobody has put stand behind them, oldest first.

alter table attach add column "attachSort" integer;
