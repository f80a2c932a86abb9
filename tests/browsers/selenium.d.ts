/** Node.js wants the file's name, and Selenium's types have the folder's. */
declare module 'selenium-webdriver/remote/index.js' {
  export { DriverService } from 'selenium-webdriver/remote'
}
