import { problem } from '../../kit/model/problem.ts'

/** What is refused of services, layers and pictures. */
export const gisProblems = {
  used: problem<{ names: string }>(409, 'gis-used', (d) => ({
    zh: `图层【${d.names}】正在使用该服务，不能删除`,
    en: `Layers use this service, it cannot be removed: ${d.names}`,
  })),
  logOnly: problem(409, 'image-log-only', () => ({ zh: '日志由上传产生，不能新增', en: 'Entries are made by uploads and cannot be added' })),
}
