import type { Text } from '../../kit/model/lang.ts'
import { problem } from '../../kit/model/problem.ts'

/** What is refused of services, layers and pictures. */
export const gisProblems = {
  used: problem<{ names: string }>(409, 'gis-used', (d) => ({
    zh: `图层【${d.names}】正在使用该服务，不能删除`,
    en: `Layers use this service, it cannot be removed: ${d.names}`,
  })),
  noLayer: problem(404, 'gis-no-layer', () => ({ zh: '图层不存在或未启用', en: 'The layer does not exist or is switched off' })),
  unfit: problem<{ what: Text }>(409, 'gis-unfit', (d) => ({ zh: `该图层不能${d.what.zh}`, en: `This layer cannot ${d.what.en}` })),
  away: problem<{ name: string; seconds: number }>(503, 'gis-away', (d) => ({
    zh: `图形服务【${d.name}】暂时不可用，${d.seconds}秒后再试`,
    en: `The map service ${d.name} is unavailable; it is tried again in ${d.seconds} seconds`,
  })),
  answer: problem<{ name: string; why: Text }>(502, 'gis-answer', (d) => ({
    zh: `图形服务【${d.name}】的应答不能使用：${d.why.zh}`,
    en: `The answer of the map service ${d.name} cannot be used: ${d.why.en}`,
  })),
  noUpload: problem(409, 'image-no-config', () => ({ zh: '该区域没有启用的影像上传配置', en: 'No upload of pictures is enabled for this region' })),
  logOnly: problem(409, 'image-log-only', () => ({ zh: '日志由上传产生，不能新增', en: 'Entries are made by uploads and cannot be added' })),
  picture: problem<{ why: Text }>(400, 'image-unfit', (d) => ({ zh: `影像不能使用：${d.why.zh}`, en: `The picture cannot be used: ${d.why.en}` })),
  slow: problem<{ seconds: number }>(408, 'image-slow', (d) => ({
    zh: `影像在${d.seconds}秒内未处理完，请缩小后再上传`,
    en: `The picture was not ready within ${d.seconds} seconds; upload a smaller one`,
  })),
}
