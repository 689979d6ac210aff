import { both as p, type Text } from '../../kit/model/lang.ts'

/** Words of the screen. */
export const backupWords = {
  none: p('尚无备份，请立即备份', 'There is no backup yet: make one'),
  old: (hours: number): Text => p(`最近一份备份已过 ${hours} 小时，请检查`, `The last backup is ${hours} hours old. Please check`),
  fresh: (hours: number): Text => p(`最近一份备份：${hours} 小时前`, `The last backup is ${hours} hours old`),
  plain: p(
    '备份未加密，其中含主密钥，请妥善保管（设置 BACKUP_PASSPHRASE 可加密）',
    'Backups are not encrypted and hold the master key: keep them safe (BACKUP_PASSPHRASE encrypts them)',
  ),
  daily: (hour: number): Text => p(`每日 ${hour} 点自动备份`, `A backup is made every day at ${hour} o'clock`),
  off: p('未开启自动备份', 'No backups are made by schedule'),
  folder: p('备份目录', 'Folder'),
  make: p('立即备份', 'Back up now'),
  begun: p('已开始备份，进度见后台任务', 'The backup has begun: see Jobs'),
  name: p('文件', 'File'),
  at: p('时间', 'Time'),
  mark: p('数据截至', 'Data up to'),
  size: p('大小', 'Size'),
  kind: p('方式', 'Made by'),
  scheduled: p('自动', 'Schedule'),
  byHand: p('手动', 'Hand'),
  encrypted: p('已加密', 'Encrypted'),
  version: p('版本', 'Version'),
  drill: p('恢复演练', 'Restore drill'),
  notDrilled: p('未演练', 'Not yet'),
  restores: p('可恢复', 'Restores'),
  fails: p('不能恢复', 'Does not restore'),
  how: p('恢复须在服务器上停止服务后执行：npm run restore -- <文件>', 'To restore, stop the server and run on it: npm run restore -- <file>'),
}
