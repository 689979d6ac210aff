-- What waits for a template of its provider and was never said to end: nobody is told months later that a case has ended.
with ended as (
  update sms_history set status = '2', answer = '已过时效，未发送' where status = '6' and "untilTime" is null returning id
)
delete from sealed_secret s using ended e where s.owner = 'sms_history' and s."ownerId" = e.id;
