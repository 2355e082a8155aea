/** A worker script that kills its process once the parent process is gone, even while the main thread is busy. */
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 1000);
