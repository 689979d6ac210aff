-- Whoever writes a number of somebody else keeps him from no appointment: a second one is refused where the first came from, which no index knows.
drop index reserve_open;
