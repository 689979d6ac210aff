import { STATUS } from '../../business/cases/rules/flow.ts'
import { OBJECTION, PUBLICITY } from '../../business/publicity/clock.ts'
import { joinSameCounty, broken, rule, type Rule } from './rule.ts'
import { SIGN } from '../../land/definitions/statuses.ts'

/** States of a contract whose signing is under way, as SQL. */
const SIGNING = `'${SIGN.unsigned}', '${SIGN.signing}'`

const of = (t: string, x: string) => `${joinSameCounty(t, x)} and ${x}."businessId" = o.id`
const FIXED_DAYS = `o."businessTypeCode" in ('contract_sign', 'contract_renew')`
/** Rules of businesses and what belongs to them. */
export const CASES: readonly Rule[] = [
  {
    ...rule('F3', '业务附件的内容与上传时的摘要不符', 'The bytes of a paper of a business are not those that were uploaded', 'business', { case: true }),
    by: 'bytes',
  },
  rule(
    'I20',
    '业务锁定的对象没有正在办理的业务，或被多次锁定',
    'An object is locked twice, or by a business that does not run',
    'business_lock',
    { page: '/business/all', name: 'businessCode' },
    `select o.id, o."businessCode" as what from business_lock o left join business b on b."countyCode" = o."countyCode" and b.id = o."businessId" where MINE(o)
      and (b.status is distinct from '${STATUS.doing}' or exists (select 1 from ${joinSameCounty('business_lock', 'l')} and l."objectType" = o."objectType" and l."objectCode" = o."objectCode" and l.id <> o.id))`,
  ),
  rule(
    'I21',
    '已结束的业务仍有锁定、任务、签署或公示',
    'A business that has ended still has locks, tasks, signings or publicities',
    'business',
    { case: true },
    broken(
      'business',
      `o.status in ('${STATUS.done}', '${STATUS.revoked}') and (exists (select 1 from ${of('business_lock', 'l')}) or exists (select 1 from ${of('process_task', 't')} and t.status = 'open')
      or exists (select 1 from ${of('contract_file', 'f')} and f."signStatus" in (${SIGNING})) or exists (select 1 from ${of('publicity', 'p')} and p.status in ('${PUBLICITY.todo}', '${PUBLICITY.doing}')))`,
      'o.status',
    ),
  ),
  rule(
    'I22',
    '办结的业务没有唯一的办结记录',
    'A business that is done has not exactly one record of it',
    'business',
    { case: true },
    broken(
      'business',
      `(o.status = '${STATUS.done}')::int <> (select count(*) filter (where h.action = 'finish') - count(*) filter (where h.action = 'undo') from ${joinSameCounty('process_history', 'h')}
      and h."instanceId" = o."processInstanceId" and h."businessId" = o.id and h.action in ('finish', 'undo'))`,
      'o.status',
    ),
  ),
  rule(
    'I23',
    '公示或签订未完成而任务已通过',
    'A task was passed though its publicity or its contract was not complete',
    'business',
    { case: true },
    broken(
      'business',
      `(exists (select 1 from ${of('process_task', 't')} and t."taskKey" = 'publicity' and t.outcome = 'pass'
        and not exists (select 1 from publicity p where p."countyCode" = t."countyCode" and p."taskId" = t.id and p.status = '${PUBLICITY.done}'))
      or exists (select 1 from ${of('process_task', 't')} and t."taskKey" = 'sign' and t.outcome = 'pass'
        and exists (select 1 from contract_file f where f."countyCode" = t."countyCode" and f."businessId" = t."businessId" and f."signStatus" <> '${SIGN.signed}')))`,
    ),
  ),
  rule(
    'I24',
    '初审与复核由同一人办理',
    'One person checked and rechecked a business',
    'business',
    { case: true },
    broken(
      'business',
      `o.status = '${STATUS.done}' and exists (select 1 from process_task t join process_task u on u."countyCode" = t."countyCode" and u."businessId" = t."businessId" and u."instanceId" = t."instanceId"
      and u."taskKey" = 'recheck' and u.outcome = 'pass' and u.assignee = t.assignee where t."countyCode" = o."countyCode" and t."businessId" = o.id and t."taskKey" = 'check' and t.outcome = 'pass'
      and not exists (select 1 from process_task v where v."countyCode" = t."countyCode" and v."businessId" = t."businessId" and v."taskKey" = 'check' and v.outcome = 'pass' and v.id > t.id))`,
    ),
  ),
  rule(
    'I26',
    '同一合同在多个业务中签署',
    'A contract is being signed in more than one business',
    'business',
    { case: true },
    broken(
      'business',
      `o.status = '${STATUS.doing}' and exists (select 1 from contract_file f join contract_file g on g."countyCode" = f."countyCode" and g."tenantId" = f."tenantId" and g.cbhtbm = f.cbhtbm
      and g."businessId" <> f."businessId" and g."signStatus" in (${SIGNING}) where f."countyCode" = o."countyCode" and f."businessId" = o.id and f."signStatus" in (${SIGNING}))`,
    ),
  ),
  rule(
    'I29',
    '已签署的合同没有签订日期或文件',
    'A signed contract has no day or no file',
    'business',
    { case: true },
    broken('business', `exists (select 1 from ${of('contract_file', 'f')} and f."signStatus" = '${SIGN.signed}' and (f.qdsj is null or f."attachId" is null))`),
  ),
  rule(
    'I30',
    '公示期未满或有未处理异议而公示已完成',
    'A publicity was completed before its last day or with an open objection',
    'business',
    { case: true },
    broken(
      'business',
      `exists (select 1 from ${of('publicity', 'p')} and p.status = '${PUBLICITY.done}' and (p."endDate" >= (p."updateTime" at time zone 'Asia/Shanghai')::date
      or exists (select 1 from objection b where b."countyCode" = p."countyCode" and b."publicityId" = p.id and b.status in ('${OBJECTION.open}', '${OBJECTION.handling}'))))`,
    ),
  ),
  rule(
    'I31',
    '公示天数不足',
    'A publicity had fewer days than it must',
    'business',
    { case: true },
    broken(
      'business',
      `exists (select 1 from ${of('publicity', 'p')} and p.status in ('${PUBLICITY.doing}', '${PUBLICITY.done}') and (p.days < case when ${FIXED_DAYS} then 15 else 1 end or p."endDate" <> p."startDate" + p.days - 1))`,
    ),
  ),
]
