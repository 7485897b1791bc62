const level = 'info';
export default level;
