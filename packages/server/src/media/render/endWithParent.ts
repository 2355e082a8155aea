/** Ends its process when the one that started it is gone, whatever else the process is doing. */
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 1000);
