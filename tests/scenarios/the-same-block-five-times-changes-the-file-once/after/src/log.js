const level = 'debug';
export default level;
