import { problem } from '../../kit/model/problem.ts'

/** Why no backup is made, or none restored. */
export const backupProblems = {
  inMemory: problem(409, 'backup-in-memory', () => ({
    zh: '数据库在内存中，没有可备份的内容',
    en: 'The database is kept in memory: there is nothing to back up',
  })),
  notKeeper: problem(403, 'backup-keeper', () => ({
    zh: '备份包含全部租户的数据，仅限运营方查看和执行',
    en: 'A backup holds the data of every tenant: only the operator sees or makes one',
  })),
  isRunning: problem(409, 'backup-running', () => ({ zh: '正在备份，请稍后再试', en: 'A backup is being made; try again later' })),
  room: problem<{ needed: number; free: number; folder: string }>(409, 'backup-room', (d) => ({
    zh: `磁盘空间不足：${d.folder} 需要 ${d.needed}MB，现有 ${d.free}MB`,
    en: `Not enough room: ${d.needed} MB are needed in ${d.folder}, ${d.free} MB are free`,
  })),
  noProgram: problem<{ name: string }>(409, 'backup-no-program', (d) => ({
    zh: `找不到 ${d.name}，请安装 PostgreSQL 客户端，或用 PG_BIN 指明其目录`,
    en: `${d.name} was not found: install the client programs of PostgreSQL, or name their folder in PG_BIN`,
  })),
  program: problem<{ name: string; said: string }>(409, 'backup-program', (d) => ({ zh: `${d.name} 失败：${d.said}`, en: `${d.name} failed: ${d.said}` })),
  noBackup: problem(400, 'backup-none', () => ({ zh: '不是本系统的备份文件', en: 'This file is no backup of this product' })),
  needsPassphrase: problem(400, 'backup-needs-passphrase', () => ({
    zh: '备份已加密，请提供口令（BACKUP_PASSPHRASE）',
    en: 'The backup is encrypted: its passphrase is needed (BACKUP_PASSPHRASE)',
  })),
  wrongPassphrase: problem(400, 'backup-passphrase', () => ({ zh: '口令不正确，备份未打开', en: 'The passphrase is wrong: the backup was not opened' })),
  cut: problem(400, 'backup-cut', () => ({
    zh: '备份文件不完整，后半部分缺失，请使用另一份备份',
    en: 'The backup is cut: its end is missing. Use another backup',
  })),
  damaged: problem<{ name: string }>(400, 'backup-damaged', (d) => ({
    zh: `备份文件已损坏：${d.name} 与校验值不符，请使用另一份备份`,
    en: `The backup is damaged: ${d.name} differs from its checksum. Use another backup`,
  })),
  noKey: problem(400, 'backup-no-key', () => ({
    zh: '备份中没有主密钥（keys/seal-key），已加密保存的密码和签名无法读取，恢复已停止',
    en: 'The backup holds no master key (keys/seal-key): sealed passwords and signatures could not be read. Nothing was restored',
  })),
  otherKey: problem<{ file: string }>(409, 'backup-other-key', (d) => ({
    zh: `${d.file} 中的主密钥与备份的不同，请换成备份中的 keys/seal-key，或取消 SEAL_KEY_FILE`,
    en: `The master key in ${d.file} is not that of the backup: put keys/seal-key of the backup there, or unset SEAL_KEY_FILE`,
  })),
  newer: problem<{ version: string; migration: string }>(400, 'backup-newer', (d) => ({
    zh: `备份由更新的版本 ${d.version} 制作（${d.migration}），请用该版本或更新的版本恢复`,
    en: `The backup was made by the newer version ${d.version} (${d.migration}): restore it with that version or a later one`,
  })),
  otherEngine: problem<{ engine: string }>(400, 'backup-other-engine', (d) => ({
    zh: d.engine === 'server' ? '备份来自 PostgreSQL，请设置 DATABASE_URL 后恢复' : '备份来自内嵌数据库，请清空 DATABASE_URL 后恢复',
    en: d.engine === 'server' ? 'The backup is of PostgreSQL: set DATABASE_URL' : 'The backup is of the embedded database: empty DATABASE_URL',
  })),
  inUse: problem<{ n: number }>(409, 'backup-in-use', (d) => ({
    zh: `数据库仍有 ${d.n} 个连接，请先停止服务`,
    en: `${d.n} connections to the database are open: stop the servers first`,
  })),
  notHealthy: problem<{ what: string; said: string }>(409, 'backup-not-healthy', (d) => ({
    zh: `恢复出的系统未通过检查（${d.what}）：${d.said}；原有数据未改动`,
    en: `What was restored did not pass its check (${d.what}): ${d.said}. The former state is untouched`,
  })),
} as const
