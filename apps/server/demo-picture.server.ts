import { copyFile, mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PLACES } from '../../platform/seed/places.ts'
import { digestsOf } from '../../services/files/intake/intake.server.ts'
import type { Application } from './app.server.ts'
import { ROOT, type Config } from './config.server.ts'
import { demoCalls } from './demo-calls.server.ts'

const PICTURE = 'ortho-2024.tif'
/**
 * Takes the demonstration's picture from above the way a person does: a configuration for uploads, the upload, and the layer shown at first. Nothing where there
 * is a picture already.
 */
export async function demonstratePicture(a: Application, { dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  const call = demoCalls(a)
  if ((await call('admin', '/yzt/manage/uploadlog/page', { size: 1 })).total > 0) return
  const formats = 'tif,png,jpg'
  if ((await call('admin', '/yzt/manage/uploadconfiguration/listNotPage', {})).length === 0)
    await call('admin', '/yzt/manage/uploadconfiguration/submit', { name: '航拍影像', formats, maxSize: 200, groupName: '航拍影像', sort: 1, isEnabled: 1 })
  // an upload takes its file away
  const path = join(dataDir, 'work', `demo-${process.pid}.tif`)
  await mkdir(join(dataDir, 'work'), { recursive: true })
  await copyFile(join(ROOT, 'demo', PICTURE), path)
  try {
    const upload = { path, name: PICTURE, size: (await stat(path)).size, sha256: (await digestsOf([path])).sha256, type: 'image/tiff' }
    const { layerId } = await call(
      'admin',
      '/yzt/upload/uploadYztFile',
      { name: '玉顶村航拍影像（2024年）', regionCode: PLACES.village },
      { facts: { upload } },
    )
    const { id, rev, uuid, name, source, imageId, sort, groupName, regionCode, opacity, isQueryable, isEnabled } = await call(
      'admin',
      '/yzt/gis-layer/detail',
      { id: layerId },
    )
    await call('admin', '/yzt/gis-layer/submit', {
      id,
      rev,
      uuid,
      name,
      source,
      imageId,
      sort,
      groupName,
      regionCode,
      opacity,
      isQueryable,
      isEnabled,
      isDefault: 1,
    })
  } finally {
    await rm(path, { force: true })
  }
}
