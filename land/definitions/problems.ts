import type { Text } from '../../kit/model/lang.ts'
import { problem } from '../../kit/model/problem.ts'

/** What may go wrong with fbf, cbf and dk beyond their fields. */
export const landProblems = {
  fbfLevel: problem(400, 'fbf-level', () => ({ zh: '发包方应属于乡镇、村或组', en: 'An issuer must belong to a township, village or group' })),
  fbfInUse: problem(409, 'fbf-in-use', () => ({ zh: '发包方下有承包方或地块，不能删除', en: 'The issuer has contractors or parcels' })),
  noFbf: problem<{ fbfbm: string }>(400, 'no-fbf', (d) => ({ zh: `发包方【${d.fbfbm}】不存在`, en: `Issuer ${d.fbfbm} does not exist` })),
  cutAndJoin: problem(400, 'cut-and-join', () => ({
    zh: '一次不能既分割又合并地块，请分两次保存',
    en: 'Cut and join in two steps: save one before the other',
  })),
  fbfFixed: problem(400, 'fbf-fixed', () => ({ zh: '发包方不能更改', en: 'The issuer cannot be changed' })),
  cbflxFixed: problem(400, 'cbflx-fixed', () => ({ zh: '承包方类型不能更改', en: 'The type of a contractor cannot be changed' })),
  codesUsedUp: problem<{ fbfbm: string }>(409, 'codes-used-up', (d) => ({
    zh: `发包方【${d.fbfbm}】的顺序码已用完`,
    en: `The serial numbers of issuer ${d.fbfbm} are used up`,
  })),
  smallerRegion: problem(400, 'smaller-region', () => ({ zh: '请选择乡镇或以下的行政区划', en: 'Choose a township or a smaller region' })),
  boundaryHeld: problem<{ dkbm: string }>(409, 'boundary-held', (d) => ({
    zh: `地块【${d.dkbm}】正在办理业务，其界址不能修改`,
    en: `A business is in progress on parcel ${d.dkbm}: its boundary cannot be changed`,
  })),
  fileElsewhere: problem<{ name: string }>(409, 'file-elsewhere', (d) => ({
    zh: `附件【${d.name}】属于其他数据，不能归入该承包方`,
    en: `${d.name} belongs to another row and cannot be attached to this contractor`,
  })),
  registered: problem(409, 'registered', () => ({
    zh: '已登记的数据不能直接删除，请办理相应业务',
    en: 'Registered rows cannot be deleted; they are changed by a business',
  })),
  locked: problem<{ code: string; what: Text; types: Text }>(409, 'registered', ({ code, what, types }) => ({
    zh: `【${code}】已登记，【${what.zh}】不能在此修改，请办理【${types.zh}】；登记内容与原件不符的，可申请勘误`,
    en: `${code} is registered: ${what.en} cannot be changed here, only by ${types.en}; differences from the paper can be fixed by a correction`,
  })),
  held: problem<{ code: string; by: string; what?: Text }>(409, 'E1001', ({ code, by, what }) => ({
    zh: `【${code}】正在办理业务【${by}】，${what ? `【${what.zh}】` : ''}不能修改，请待其办结或撤销`,
    en: `${code} is in the open case ${by}: ${what ? what.en : 'it'} cannot be changed until that case is finished or revoked`,
  })),
  ended: problem<{ code: string; label: Text }>(409, 'ended', ({ code, label }) => ({
    zh: `${label.zh}【${code}】已注销或已被替换，不能修改，请刷新`,
    en: `${label.en} ${code} has ended or was replaced meanwhile: reload`,
  })),
  seized: problem<{ code: string; by: string }>(409, 'seized', ({ code, by }) => ({
    zh: `【${code}】被查封（${by}），解除查封前不能修改`,
    en: `${code} is seized (${by}): it cannot be changed until the seizure ends`,
  })),
  contentBroken: problem<{ code: string }>(409, 'content-broken', (d) => ({
    zh: `登记簿【${d.code}】的登记内容与其摘要不符，不能显示和打印，请进行登记簿核验`,
    en: `The content of book ${d.code} does not match its digest: it is neither shown nor printed. Verify the books`,
  })),
  notValid: problem<{ why: Text }>(400, 'geometry', ({ why }) => ({ zh: `地块图形无效：${why.zh}，请修正`, en: `The polygon is not valid: ${why.en}` })),
  outsideCounty: problem<{ county: string; box: string }>(400, 'outside-county', (d) => ({
    zh: `地块图形超出【${d.county}】的经纬度范围（${d.box}），请检查坐标；范围有误请在行政区划中更正`,
    en: `The shape is outside ${d.county} (${d.box}): check its coordinates, or correct the extent of the region`,
  })),
  outsideVillage: problem<{ km: number; isVillage: boolean; distance: number }>(400, 'outside-village', ({ km, isVillage, distance }) => ({
    zh: `地块图形距${isVillage ? '本村' : '本县'}已有地块约${distance}千米，超过${km}千米，请检查坐标；确有更远的地块，请在系统参数中调整距离`,
    en: `The outline is about ${distance} km from the land of its ${isVillage ? 'village' : 'county'}, more than ${km} km: check its coordinates, or set a larger distance among the parameters`,
  })),
  multipart: problem(400, 'multipart', () => ({ zh: '一个地块只能有一个多边形', en: 'A parcel must be one polygon' })),
  tooManyPoints: problem<{ is: number; max: number }>(400, 'too-many-points', (d) => ({
    zh: `图形共有${d.is}个点，最多${d.max}个，请抽稀后重试`,
    en: `The shapes have ${d.is} points; at most ${d.max}: simplify and try again`,
  })),
  areaMismatch: problem<{ is: string; drawn: string }>(400, 'area-mismatch', (d) => ({
    zh: `实测面积${d.is}平方米与图形面积${d.drawn}平方米不符`,
    en: `Measured area ${d.is} m² does not match the drawn ${d.drawn} m²`,
  })),
  overlap: problem<{ dkbm: string; n: string }>(400, 'E1016', (d) => ({
    zh: `新地块与【${d.dkbm}】重叠${d.n}平方米`,
    en: `The parcel overlaps ${d.dkbm} by ${d.n} m²`,
  })),
  tooManyParcels: problem<{ max: number }>(400, 'too-many-parcels', (d) => ({
    zh: `一次最多下载${d.max}个地块的图形，请缩小范围`,
    en: `At most ${d.max} parcels at a time: choose a smaller region`,
  })),
  uploadRegion: problem(400, 'upload-region', () => ({
    zh: '请选择县级或以下的行政区划，或选择发包方',
    en: 'Select a county or a region within one, or an issuer',
  })),
  uploadNone: problem(400, 'upload-none', () => ({ zh: '请选择要入库的图形', en: 'Choose the outlines to store' })),
  uploadIssuer: problem(400, 'upload-issuer', () => ({ zh: '新增地块请选择发包方', en: 'Choose the issuer of the new parcels' })),
  uploadTooMany: problem<{ max: number }>(400, 'upload-too-many', (d) => ({
    zh: `图形附近的地块超过${d.max}个，请分次上传`,
    en: `There are more than ${d.max} parcels around these outlines: send them in parts`,
  })),
  uploadRefused: problem<{ no: number; why: Text }>(409, 'upload-refused', ({ no, why }) => ({
    zh: `第${no}条记录不能入库：${why.zh}`,
    en: `Record ${no} cannot be stored: ${why.en}`,
  })),
  uploadChanged: problem<{ no: number }>(409, 'upload-changed', (d) => ({
    zh: `第${d.no}条记录与比较结果不一致，同一地块分割的图形须一并选择；数据已变化的请重新上传`,
    en: `Record ${d.no} differs from what was compared: choose all pieces of a parcel together, or upload again if the data have changed`,
  })),
  muMismatch: problem(400, 'mu-mismatch', () => ({ zh: '亩与平方米面积不一致（1亩=2000/3平方米）', en: 'Mu and m² do not match (1 mu = 2000/3 m²)' })),
}
